import type { JsonSchema } from '../../json-schema.js';
import { LONG_LIST } from '../../long-list.js';
import { replaceDynamicReferences } from '../../plan/dynamic-references.js';
import { isObject, ownMember } from '../../plan/members.js';
import { childPath, escapeStep, parseLocalReference, unescapeStep } from '../../plan/pointer.js';
import { ALWAYS_FEW_REFERENCES, hasTooManyPaths, TOO_MANY_PATHS } from '../../plan/reference-paths.js';
import type { Holding } from '../../schema-keywords.js';
import { HOLDINGS } from '../../schema-keywords.js';
import type { Draft, Node } from '../node.js';
import { isAnyIn, nodeAt, ORIGIN, REFERENCE } from '../node.js';
import { areMixed } from '../type-keywords.js';
import { Unrenderable } from '../unrenderable.js';

/** Says nothing about a value, or only something to programs. */
const SILENT = new Set([
  ...['$schema', '$id', '$comment', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'],
  ...['$defs', 'definitions', '__proto__'],
]);
const isSilent = (keyword: string): boolean => SILENT.has(keyword) || keyword.startsWith('x-');

const DYNAMIC = ['$dynamicRef', '$recursiveRef'];
const MAX_DEPTH = 200;

export interface ReadDraft extends Draft {
  /** The nodes with very many allowed values. */
  readonly longLists: readonly Node[];
}

/** The canonical schema with everything that is referred to under `$defs`, by names that every provider takes. */
export function readSchema(schema: JsonSchema): ReadDraft {
  if (!isObject(schema) || Array.isArray(schema)) throw notASchema('');
  const draft = new Reader(schema).readAll();
  // Few schemas have dynamic references, and looking for them beforehand would cost as much as reading.
  const plain = isAnyIn(DYNAMIC, draft.keywords) ? replaceDynamicReferences(schema) : schema;
  return plain === schema ? draft : new Reader(plain).readAll();
}

class Reader {
  private readonly keywords = new Set<string>();
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly longLists: Node[] = [];
  private readonly id: string;
  private references = 0;

  constructor(private readonly schema: JsonSchema) {
    this.id = typeof schema['$id'] === 'string' ? schema['$id'].replace(/#.*$/, '') : '';
  }

  private read(pointer: string, depth: number): Node {
    return this.readNode(this.find(pointer), pointer, depth);
  }

  readAll(): ReadDraft {
    const root = this.read('', 0);
    const definitions = this.readDefinitions();
    const resolve = (reference: string): unknown => definitions[reference.slice(REFERENCE.length)];
    const mayMultiply = this.references > ALWAYS_FEW_REFERENCES;
    if (mayMultiply && hasTooManyPaths(root, resolve))
      throw new Unrenderable(TOO_MANY_PATHS.seen, TOO_MANY_PATHS.fix);
    return { root, definitions, keywords: this.keywords, longLists: this.longLists };
  }

  private readDefinitions(): Record<string, Node> {
    const definitions: [string, Node][] = [];
    // Reading a definition may name further ones, which the iteration then comes to.
    for (const [pointer, name] of this.names) definitions.push([name, this.read(pointer, 0)]);
    return Object.fromEntries(definitions);
  }

  private readNode(held: unknown, pointer: string, depth: number): Node {
    if (held === true) return nodeAt(pointer, {});
    if (held === false) {
      this.keywords.add('not');
      return nodeAt(pointer, { not: nodeAt(pointer, {}) });
    }
    if (!isObject(held)) throw notASchema(pointer);
    if (depth > MAX_DEPTH)
      throw new Unrenderable(`the schema is nested more than ${MAX_DEPTH} deep.`, 'write a flatter schema.');
    const node: Record<string | symbol, unknown> = { [ORIGIN]: pointer };
    const members = modernKeywords(held);
    for (const keyword of Object.keys(members)) {
      const value = members[keyword];
      if (value === undefined || isSilent(keyword)) continue;
      this.keywords.add(keyword);
      const holder = HOLDINGS.get(keyword);
      if (holder !== undefined)
        node[keyword] = this.readPart(holder, value, [`${pointer}/${keyword}`, depth + 1]);
      else node[keyword] = keyword === '$ref' ? this.refer(value, pointer) : value;
    }
    this.look(node as unknown as Node);
    return node as unknown as Node;
  }

  private look(node: Node): void {
    if (Array.isArray(node.enum) && node.enum.length > LONG_LIST) this.longLists.push(node);
    // Such a node comes out as a union.
    if (Array.isArray(node.type) && areMixed(node.type)) this.keywords.add('anyOf');
  }

  private readPart(holder: Holding, held: unknown, [path, depth]: readonly [string, number]): unknown {
    if (holder === 'single') return isObject(held) ? this.readNode(held, path, depth) : held;
    if (holder === 'list') {
      if (!Array.isArray(held)) throw notASchema(path);
      return held.map((item, index) => this.readNode(item, childPath(path, index), depth));
    }
    if (!isObject(held)) throw notASchema(path);
    const named = { ...held };
    for (const name of Object.keys(named))
      named[name] = this.readNode(named[name], childPath(path, name), depth);
    return named;
  }

  private refer(reference: unknown, pointer: string): string {
    const target = typeof reference === 'string' ? this.locate(reference) : undefined;
    if (target === undefined || this.find(target) === undefined)
      throw new Unrenderable(
        `the reference ${JSON.stringify(reference)} at ${pointer || 'the root'} leads to nothing in the schema.`,
        'put what it refers to under $defs.',
      );
    this.references++;
    return REFERENCE + this.nameOf(target);
  }

  private locate(reference: string): string | undefined {
    const local =
      this.id !== '' && reference.startsWith(this.id) ? reference.slice(this.id.length) : reference;
    const steps = parseLocalReference(local === '' ? '#' : local);
    if (steps !== undefined) return steps.map(step => `/${escapeStep(step)}`).join('');
    return local.startsWith('#') ? findAnchor(this.schema, local.slice(1), '') : undefined;
  }

  private nameOf(pointer: string): string {
    const known = this.names.get(pointer);
    if (known !== undefined) return known;
    const last = pointer.slice(pointer.lastIndexOf('/') + 1) || 'Root';
    const plain = last.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)|^$/, '_');
    const base = plain.slice(0, 56);
    let name = base;
    for (let count = 2; this.taken.has(name); count++) name = `${base}_${count}`;
    this.taken.add(name);
    this.names.set(pointer, name);
    return name;
  }

  private find(pointer: string): unknown {
    if (pointer === '') return this.schema;
    let held: unknown = this.schema;
    for (const step of pointer.slice(1).split('/').map(unescapeStep))
      held = typeof held === 'object' && held !== null ? ownMember(held, step) : undefined;
    return held;
  }
}

/** Drafts before 2020-12 wrote tuples as a list of `items`. */
function modernKeywords(held: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(held['items'])) return held;
  const { items, additionalItems, ...rest } = held;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}

const notASchema = (pointer: string): Unrenderable =>
  new Unrenderable(
    `the schema at ${pointer || 'the root'} is none.`,
    'write a JSON Schema of revision 2020-12.',
  );

function findAnchor(held: unknown, name: string, pointer: string): string | undefined {
  if (typeof held !== 'object' || held === null) return undefined;
  if ((held as Record<string, unknown>)['$anchor'] === name) return pointer;
  for (const [key, part] of Object.entries(held)) {
    const found = findAnchor(part, name, childPath(pointer, key));
    if (found !== undefined) return found;
  }
  return undefined;
}
