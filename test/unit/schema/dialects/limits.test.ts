import { type JsonSchema } from 'toolwright';
import { DIALECT_NAMES, type DialectName } from '../../../../src/schema/dialects/dialect-name.js';
import { type Profile } from '../../../../src/schema/dialects/profile.js';
import { profiles } from '../../../../src/schema/dialects/profiles/profiles.js';
import { renderTool } from '../../../../src/schema/dialects/render-tool.js';
import { renderTools } from '../../../../src/schema/dialects/render-tools.js';
import { type RenderableTool } from '../../../../src/schema/dialects/rendered-tool.js';
import { parametersOf } from './obey.js';

const text = { type: 'string' } as const;
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const tool = (name: string, properties: object, required: readonly string[] = []): RenderableTool => ({
  ...{ name, description: 'Made.' },
  inputSchema: {
    ...{ type: 'object', properties: properties as JsonSchema['properties'] & object, required },
    additionalProperties: false,
  },
});
const members = (count: number, schema: JsonSchema = text): Record<string, JsonSchema> =>
  Object.fromEntries(many(count, index => [`m${index}`, schema]));
const allRequired = (properties: object): RenderableTool => tool('made', properties, Object.keys(properties));

function nested(depth: number): object {
  if (depth === 1) return { a: text };
  return {
    a: { type: 'object', properties: nested(depth - 1), required: ['a'], additionalProperties: false },
  };
}

const enumOf = (values: readonly string[]): object => ({ a: { type: 'string', enum: values } });
/** As many characters in one list of 251 values, which is one more than counts as small. */
const largeEnum = (small: number, characters: number): object =>
  enumOf(many(small + 1, index => String(index).padStart(index === 0 ? characters - 4 * small : 4, 'v')));

type Limit = readonly [limit: number, make: (size: number) => RenderableTool, reason: RegExp];

/** What can be exceeded under each limit that a profile states for one tool. */
function limitsOf({ schema, list }: Profile): Readonly<Record<string, Limit>> {
  const { limits = {}, closedObjects } = schema!;
  const { largeEnum: large } = limits;
  const limit = (value: number | undefined, ...rest: readonly [Limit[1], Limit[2]]): Limit[] =>
    value === undefined ? [] : [[value, ...rest]];
  const found = {
    properties: limit(limits.properties, size => allRequired(members(size)), /properties/),
    depth: limit(limits.depth, size => allRequired(nested(size)), /levels of objects/),
    enumValues: limit(
      limits.enumValues,
      size => allRequired(enumOf(many(size, index => `v${index}`))),
      /allowed values/,
    ),
    characters: limit(
      limits.characters,
      size => allRequired({ ['x'.repeat(size)]: text }),
      /characters in names and values/,
    ),
    largeEnum: limit(
      large?.characters,
      size => allRequired(largeEnum(large!.values, size)),
      /characters in one list/,
    ),
    optionals: limit(
      closedObjects ? list?.optionals : undefined,
      size => tool('made', members(size)),
      /optional/,
    ),
    unions: limit(
      closedObjects ? list?.unions : undefined,
      size => allRequired(members(size, { type: ['string', 'null'] })),
      /unions/,
    ),
  };
  return Object.fromEntries(Object.entries(found).flatMap(([name, [each]]) => (each ? [[name, each]] : [])));
}

const cases = DIALECT_NAMES.filter(dialect => profiles[dialect].isStrict).flatMap(dialect =>
  Object.entries(limitsOf(profiles[dialect])).map(([name, limit]) => [dialect, name, ...limit] as const),
);

describe('a limit of a strict dialect', () => {
  it('stands in the table for every one that a profile states', () => {
    for (const { schema, list, isStrict } of Object.values(profiles)) {
      const stated = [...Object.keys(schema?.limits ?? {}), ...Object.keys(list ?? {})];
      if (!isStrict) expect(stated).toEqual([]);
    }
    expect(cases.map(([dialect, name]) => `${dialect}: ${name}`)).toEqual([
      ...['openai-strict', 'openai-responses'].flatMap(dialect =>
        ['properties', 'depth', 'enumValues', 'characters', 'largeEnum'].map(name => `${dialect}: ${name}`),
      ),
      ...['anthropic-strict: optionals', 'anthropic-strict: unions'],
    ]);
  });

  it.each(cases)('of %s is kept to: %s', (dialect, _name, limit, make, reason) => {
    const at = renderTool(make(limit), dialect);
    expect([at.strict, at.warnings]).toEqual([true, []]);
    const beyond = renderTool(make(limit + 1), dialect);
    expect([beyond.strict, beyond.warnings]).toEqual([false, [expect.stringMatching(reason)]]);
  });

  it('on one list of values is none while it has few of them', () => {
    const few = many(250, index => String(index).padStart(100, 'v'));
    expect(renderTool(allRequired(enumOf(few)), 'openai-strict').strict).toBe(true);
  });

  it('on the tools of a list is told with the first one too many', () => {
    const { tools: limit } = profiles['anthropic-strict'].list!;
    const upTo = (count: number): RenderableTool[] => many(count, index => tool(`t${index}`, {}));
    const at = renderTools(upTo(limit), 'anthropic-strict');
    expect([at.tools.every(each => each.strict), at.warnings]).toEqual([true, []]);
    const beyond = renderTools(upTo(limit + 1), 'anthropic-strict');
    expect(beyond.tools.map(each => each.strict)).toEqual([...many(limit, () => true), false]);
    expect(beyond.warnings).toEqual([
      `Tool 't${limit}' is not strict in the dialect 'anthropic-strict': the list has ${limit} strict tools already.`,
    ]);
  });
});

describe('a limit on names', () => {
  it.each(DIALECT_NAMES.filter(name => name !== 'mcp'))('of tools is kept to in %s', dialect => {
    const { names } = profiles[dialect];
    const at = 'x'.repeat(names.maxLength);
    expect(renderTool(tool(at, {}), dialect).name).toBe(at);
    const beyond = renderTool(tool(`${at}x`, {}), dialect).name;
    expect(beyond).toMatch(/^x+_[0-9a-f]{6}$/);
    expect(beyond).toHaveLength(names.maxLength);
  });

  it.each<[DialectName, string]>(
    DIALECT_NAMES.filter(name => profiles[name].schema?.properties !== undefined).map(name => [
      name,
      profiles[name].schema!.properties!.where,
    ]),
  )('of members is kept to in %s, %s', (dialect, where) => {
    const { maxLength } = profiles[dialect].schema!.properties!;
    const at = 'x'.repeat(maxLength);
    const rendered = renderTool(
      allRequired({ [at]: text, [`${at}x`]: allRequired({ [`${at}y`]: text }).inputSchema }),
      dialect,
    );
    const { properties = {} } = parametersOf(rendered);
    const [first, second = ''] = Object.keys(properties);
    expect(first).toBe(at);
    expect(second).toMatch(/^x+_[0-9a-f]{6}$/);
    expect(second).toHaveLength(maxLength);
    const [inner] = Object.keys(properties[second]!.properties!);
    expect(inner!.length).toBe(where === 'everywhere' ? maxLength : maxLength + 1);
    expect(rendered.restoreArguments({ [at]: 'a', [second]: { [inner!]: 'b' } })).toEqual({
      [at]: 'a',
      [`${at}x`]: { [`${at}y`]: 'b' },
    });
  });

  it.each<[string, boolean]>([
    ['x', true],
    ['files.read-all_2', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['read all', false],
    ['größe', false],
    ['a/b', false],
    ['', false],
  ])('of MCP clients is warned of, and the name stays: %j', (name, isAdvised) => {
    const { name: exported, warnings } = renderTool(tool(name, {}), 'mcp');
    expect(exported).toBe(name);
    expect(warnings).toEqual(
      isAdvised
        ? []
        : [expect.stringContaining(`Tool '${name}' has a name that clients of the dialect 'mcp'`)],
    );
    expect(renderTools([tool(name, {})], 'mcp').warnings).toEqual(warnings);
  });
});
