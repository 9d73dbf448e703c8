import { isPlainObject } from '../../foundation/json.js';
import type { RawNode } from './places.js';
import type { Report } from './report.js';
import { show } from './report.js';

type Members = Record<string, unknown>;

/** The keywords of older drafts under their names of today, their values untouched. */
export function modernise(raw: RawNode, pointer: string, report: Report): RawNode {
  const node: Members = Object.fromEntries(Object.entries(raw));
  moveItems(node, pointer, report);
  moveDependencies(node, pointer, report);
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    moveLimit(node, flag, limit);
  moveRequired(node, pointer, report);
  return node;
}

/** What stood in a list are the items from the first on; what followed is what `items` means now. */
function moveItems(node: Members, pointer: string, report: Report): void {
  const { items, additionalItems, ...rest } = node;
  if (!Array.isArray(items)) {
    remove(node, 'additionalItems');
    return;
  }
  remove(node, 'items');
  remove(node, 'additionalItems');
  if (rest['prefixItems'] !== undefined) {
    report.refuse(pointer, "It has 'prefixItems', and a list of 'items'.", 'Write only one of them.');
    return;
  }
  node['prefixItems'] = items;
  if (additionalItems !== undefined) node['items'] = additionalItems;
}

function moveDependencies(node: Members, pointer: string, report: Report): void {
  const { dependencies } = node;
  remove(node, 'dependencies');
  if (dependencies === undefined || dependencies === null) return;
  if (!isPlainObject(dependencies)) {
    report.refuse(pointer, `Its 'dependencies' is ${show(dependencies)}.`, 'Write an object.');
    return;
  }
  for (const [name, held] of Object.entries(dependencies)) {
    const isNames = Array.isArray(held) || typeof held === 'string';
    const keyword = isNames ? 'dependentRequired' : 'dependentSchemas';
    node[keyword] = Object.fromEntries([...Object.entries(node[keyword] ?? {}), [name, held]]);
  }
}

/** Draft 04 said of a limit whether it is excluded. */
function moveLimit(node: Members, flag: string, limit: string): void {
  const isExclusive = node[flag];
  if (typeof isExclusive !== 'boolean') return;
  remove(node, flag);
  if (!isExclusive || node[limit] === undefined) return;
  node[flag] = node[limit];
  remove(node, limit);
}

/** Draft 03 said of a property whether it is required, and people still do. */
function moveRequired(node: Members, pointer: string, report: Report): void {
  if (typeof node['required'] === 'boolean') remove(node, 'required');
  const { properties } = node;
  if (!isPlainObject(properties)) return;
  const flagged = Object.entries(properties).filter(
    ([, held]) => isPlainObject(held) && held['required'] === true,
  );
  if (flagged.length === 0) return;
  const names = flagged.map(([name]) => name);
  report.note(pointer, `${names.map(name => `'${name}'`).join(', ')} said itself to be required.`);
  const listed: unknown = node['required'] ?? [];
  if (Array.isArray(listed)) node['required'] = [...new Set([...(listed as unknown[]), ...names])];
}

const remove = (node: Members, keyword: string): void => void Reflect.deleteProperty(node, keyword);
