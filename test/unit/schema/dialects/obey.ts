import { type JsonSchema } from 'toolwright';
import { type Profile } from '../../../../src/schema/dialects/profile.js';
import { type RenderedTool } from '../../../../src/schema/dialects/rendered-tool.js';

/** The schema of the arguments, wherever the dialect puts it. */
export function parametersOf({ tool }: RenderedTool): JsonSchema {
  const flat = { ...tool, ...(tool['function'] as object | undefined) } as Record<string, unknown>;
  const held =
    flat['parameters'] ?? flat['input_schema'] ?? flat['parametersJsonSchema'] ?? flat['inputSchema'];
  return held as JsonSchema;
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SINGLE = ['items', 'additionalProperties', 'not', 'contains', 'if', 'then', 'else', 'propertyNames'];

/** Every node of a schema, with its pointer. */
export function nodesIn(schema: JsonSchema, pointer = ''): [string, JsonSchema][] {
  const parts = Object.entries(schema).flatMap(([keyword, held]): [string, unknown][] => {
    const at = `${pointer}/${keyword}`;
    if (LISTS.includes(keyword)) return (held as unknown[]).map((each, index) => [`${at}/${index}`, each]);
    if (['properties', '$defs'].includes(keyword))
      return Object.entries(held as object).map(([name, each]) => [`${at}/${name}`, each]);
    return SINGLE.includes(keyword) ? [[at, held]] : [];
  });
  const nodes = parts.filter(([, part]) => typeof part === 'object' && part !== null) as [
    string,
    JsonSchema,
  ][];
  return [[pointer, schema], ...nodes.flatMap(([at, node]) => nodesIn(node, at))];
}

/** What of a rendered schema its profile does not admit. */
export function findViolations(schema: JsonSchema, { schema: rules }: Profile): string[] {
  if (rules === undefined) return [];
  const violations = schema.type === 'object' ? [] : ['the root is no object'];
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'enum', 'not'])
    if (keyword in schema) violations.push(`the root has ${keyword}`);
  for (const [at, node] of nodesIn(schema)) {
    const say = (seen: string): number => violations.push(`${at}: ${seen}`);
    const { keywords } = rules;
    if (keywords !== 'all')
      Object.keys(node)
        .filter(each => !keywords.has(each))
        .forEach(say);
    if (rules.formats !== undefined && node.format !== undefined && !rules.formats.has(node.format))
      say('format');
    if (rules.plainPatternsOnly === true && /\(\?[=!<]/.test(node.pattern ?? '')) say('looks around');
    if ((node.minItems ?? 0) > (rules.largestMinItems ?? Infinity)) say('minItems');
    if (node.$ref !== undefined) {
      if (schema.$defs?.[node.$ref.replace('#/$defs/', '')] === undefined) say(`${node.$ref} leads nowhere`);
      if (keywords !== 'all' && Object.keys(node).length > 1) say('beside $ref');
      continue;
    }
    const types = [node.type ?? []].flat();
    if (rules.needsTypes && types.length === 0 && node.anyOf === undefined) say('no type');
    if (rules.needsItems && keywords !== 'all' && types.includes('array') && node.items === undefined)
      say('no items');
    if (rules.closedObjects && types.includes('object') && node.additionalProperties !== false) say('open');
    const names = Object.keys(node.properties ?? {});
    if (rules.allRequired && names.join() !== (node.required ?? []).join()) say('not all required');
    const isNamed =
      rules.properties?.where === 'everywhere' || (rules.properties?.where === 'top' && at === '');
    if (isNamed)
      names.filter(name => !rules.properties!.allowed.test(name)).forEach(name => say(`named ${name}`));
    if (rules.enums !== undefined && node.enum !== undefined && types.length > 1 && !rules.enums.mixed)
      say('mixed');
  }
  return [...violations, ...findRecursion(schema, rules.recursion)];
}

function findRecursion(schema: JsonSchema, recursion: string): string[] {
  if (recursion === 'free') return [];
  const found: string[] = [];
  const walk = (node: JsonSchema, path: readonly string[], isFree: boolean): void => {
    const name = node.$ref?.replace('#/$defs/', '');
    if (name !== undefined) {
      if (path.includes(name)) {
        if (recursion === 'none' || !isFree) found.push(`${name} contains itself`);
      } else walk(schema.$defs![name]!, [...path, name], path.length > 0 && isFree);
      return;
    }
    for (const [at, part] of nodesIn(node).slice(1)) {
      if (at.split('/').length > 3 || at.startsWith('/$defs')) continue;
      const [, keyword, key] = at.split('/');
      if (
        keyword === 'properties'
          ? key === undefined
          : at.split('/').length > (LISTS.includes(keyword!) ? 3 : 2)
      )
        continue;
      const isOptional = keyword === 'properties' && !(node.required ?? []).includes(key!);
      walk(part, path, isFree || isOptional);
    }
  };
  walk(schema, [], false);
  return found;
}
