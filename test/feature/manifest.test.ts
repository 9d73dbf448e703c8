import 'reflect-metadata';
import { IsInt, Min } from 'class-validator';
import { createToolRuntime, DefinitionError, Param, RunContext, Tool } from 'toolwright';
import { bindManifest, type ManifestTool, type ToolManifest } from 'toolwright/manifest';
import { type AnyClass, problemsOf } from '../support/problems-of.js';

type Sort = 'newest' | 'oldest';

class Item {
  @IsInt() @Min(1) count!: number;
}

class Place {
  city!: string;
}

const received: unknown[] = [];

class Orders {
  @Tool()
  find(sort: Sort, since: Date | null, run: RunContext, limit = 10, place?: Place): void {
    received.push({ sort, since, limit, place, hasRun: run instanceof RunContext });
  }

  @Tool({ params: { tags: { description: 'Words for it.' } } })
  buy(@Param({ minItems: 1 }) items: Item[], tags: Record<string, string>): number {
    received.push({ items, tags });
    return items.length;
  }
}

const FIND: ManifestTool = {
  id: 'src/orders.ts#Orders.find',
  className: 'Orders',
  member: 'find',
  description: 'Find orders.',
  deprecated: 'use search',
  examples: [{ sort: 'newest', since: null }],
  parameters: [
    { name: 'sort', schema: { type: 'string', enum: ['newest', 'oldest'] }, description: 'Which first.' },
    {
      name: 'since',
      schema: { anyOf: [{ type: 'string', format: 'date-time', 'x-revive': 'date' }, { type: 'null' }] },
    },
    { name: 'run', isRun: true },
    { name: 'limit', schema: { type: 'number' }, optional: true, default: 10 },
    { name: 'place', schema: { $ref: '#/types/Place' }, optional: true },
  ],
};

const BUY: ManifestTool = {
  id: 'src/orders.ts#Orders.buy',
  className: 'Orders',
  member: 'buy',
  parameters: [
    { name: 'items', schema: { type: 'array', items: { $ref: '#/types/Item' } } },
    { name: 'tags', schema: { type: 'object', additionalProperties: { type: 'string' } } },
  ],
  returns: { schema: { type: 'number' }, description: 'How many were bought.' },
};

const MANIFEST: ToolManifest = {
  version: 1,
  generator: 'by hand',
  sources: {},
  tools: [BUY, FIND],
  types: {
    Item: {
      kind: 'class',
      id: 'src/orders.ts#Item',
      className: 'Item',
      properties: [{ name: 'count', schema: { type: 'number' }, description: 'How many.' }],
    },
    Place: {
      kind: 'class',
      id: 'src/orders.ts#Place',
      className: 'Place',
      isPlain: true,
      properties: [{ name: 'city', schema: { type: 'string' } }],
    },
  },
};

const runtimeOf = (manifest: ToolManifest | false = MANIFEST) => createToolRuntime([Orders], { manifest });

describe('a manifest', () => {
  beforeEach(() => received.splice(0));

  it('gives what decorators cannot see: types, defaults and texts', () => {
    const find = runtimeOf().toolsMap.get('find');
    expect(find?.description).toBe('Find orders.\n\nDeprecated: use search');
    expect(find?.inputSchema).toEqual({
      type: 'object',
      properties: {
        sort: { type: 'string', enum: ['newest', 'oldest'], description: 'Which first.' },
        since: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
        limit: { type: 'number', default: 10 },
        place: { $ref: '#/$defs/Place' },
      },
      required: ['sort', 'since'],
      additionalProperties: false,
      examples: [{ sort: 'newest', since: null }],
      $defs: {
        Place: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    });
  });

  it('gives typed values: dates, instances, and the run in its place', async () => {
    const since = '2026-01-31T09:30:00Z';
    const answered = await runtimeOf().call({
      name: 'find',
      arguments: { sort: 'oldest', since, place: { city: 'Oslo' } },
    });
    expect(answered.text).toBe('(no output)');
    const place = Object.assign(new Place(), { city: 'Oslo' });
    expect(received).toEqual([{ sort: 'oldest', since: new Date(since), limit: 10, place, hasRun: true }]);
    expect((received[0] as { place: unknown }).place).toBeInstanceOf(Place);
  });

  it('stands beneath decorators and validators, which still hold', async () => {
    const runtime = runtimeOf();
    const schema = runtime.toolsMap.get('buy')?.inputSchema;
    expect(schema?.properties).toEqual({
      items: { type: 'array', items: { $ref: '#/$defs/Item' }, minItems: 1 },
      tags: { type: 'object', additionalProperties: { type: 'string' }, description: 'Words for it.' },
    });
    expect(schema?.$defs?.['Item']?.properties).toEqual({
      count: { type: 'integer', minimum: 1, description: 'How many.' },
    });
    const refused = await runtime.call({ name: 'buy', arguments: { items: [{ count: 0 }], tags: { a: 1 } } });
    expect(refused.text).toContain('/items/0/count');
    const answered = await runtime.call({ name: 'buy', arguments: { items: [{ count: 2 }], tags: {} } });
    expect(answered.structuredContent).toEqual({ result: 1 });
    expect((received[0] as { items: unknown[] }).items[0]).toBeInstanceOf(Item);
  });

  it('gives the default of a parameter that a decorator calls optional, and of none that has to be given', () => {
    const manifest: ToolManifest = {
      ...MANIFEST,
      tools: [
        {
          id: 'src/counts.ts#Counts.count',
          className: 'Counts',
          member: 'count',
          parameters: ['a', 'b', 'c'].map(name => ({
            name,
            schema: { type: 'number' },
            optional: true,
            default: 3,
          })),
        },
      ],
    };
    class Counts {
      @Tool()
      count(
        @Param({ optional: true }) a = 3,
        @Param({ optional: false }) b = 3,
        @Param({ default: 4 }) c = 3,
      ): void {
        received.push([a, b, c]);
      }
    }
    const schema = createToolRuntime([Counts], { manifest }).toolsMap.get('count')?.inputSchema;
    expect(schema).toMatchObject({
      properties: { a: { default: 3 }, b: { type: 'number' }, c: { default: 4 } },
      required: ['b'],
    });
    expect(schema?.properties?.['b']).not.toHaveProperty('default');
  });

  it('gives output schemas', () => {
    expect(runtimeOf().toolsMap.get('buy')?.outputSchema).toEqual({
      type: 'object',
      properties: { result: { type: 'number', description: 'How many were bought.' } },
      required: ['result'],
      additionalProperties: false,
    });
  });

  it('counts for the runtime it is given to only', () => {
    runtimeOf();
    expect(() => runtimeOf(false)).toThrow(DefinitionError);
    expect(runtimeOf().toolsMap.size).toBe(2);
  });

  it.each<[string, ManifestTool, ManifestTool, string]>([
    [
      'number of parameters',
      BUY,
      { ...BUY, parameters: BUY.parameters?.slice(1) ?? [] },
      'Orders.buy: The manifest is stale: the method has 2 parameters, in it 1.',
    ],
    [
      'name of a parameter',
      FIND,
      { ...FIND, parameters: FIND.parameters?.map(each => ({ ...each, name: `${each.name}2` })) ?? [] },
      "Orders.find: The manifest is stale: parameter 1 is called 'sort' here, 'sort2' in it.",
    ],
    [
      'type of a parameter',
      FIND,
      { ...FIND, parameters: FIND.parameters?.map(each => ({ ...each, schema: { type: 'boolean' } })) ?? [] },
      "parameter 1 'sort': The manifest is stale: the class says String for 'sort', the manifest says boolean.",
    ],
    [
      'tool',
      FIND,
      { ...FIND, id: 'src/orders.ts#Orders.search', member: 'search' },
      'Orders.find: The manifest is stale: it describes the class without this tool.',
    ],
  ])(
    'that contradicts the class in the %s is an error that names the command',
    (_what, gone, instead, expected) => {
      const tools = MANIFEST.tools.map(tool => (tool === gone ? instead : tool));
      const problems = problemsOf(() => runtimeOf({ ...MANIFEST, tools }));
      const all = problems.map(({ where, seen, fix }) => `${where}: ${seen} ${fix}`).join('\n');
      expect(all).toContain(expected);
      expect(all).toContain('npx toolwright schema -p tsconfig.json');
    },
  );

  it('names a class inside a value that nobody knows at run time', () => {
    class Hidden {
      @Tool()
      take(parts: unknown): void {
        received.push(parts);
      }
    }
    const manifest: ToolManifest = {
      ...MANIFEST,
      tools: [
        {
          id: 'src/hidden.ts#Hidden.take',
          className: 'Hidden',
          member: 'take',
          parameters: [{ name: 'parts', schema: { type: 'array', items: { $ref: '#/types/Part' } } }],
        },
      ],
      types: { Part: { kind: 'class', id: 'src/hidden.ts#Part', className: 'Part', properties: [] } },
    };
    const [problem] = problemsOf(() => createToolRuntime([Hidden], { manifest }));
    expect(problem?.where).toBe("Hidden.take, parameter 1 'parts'");
    expect(problem?.seen).toContain('class Part inside it is not known at run time');
    expect(problem?.fix).toContain('--ts');
  });

  it('is bound to classes by identity, whatever they are called', () => {
    // As a minifier leaves it.
    class a {
      @Tool()
      find(b: string, c: unknown, d: RunContext, e: number, f: unknown): void {
        received.push([b, c, d, e, f]);
      }
    }
    bindManifest(MANIFEST, { 'src/orders.ts#Orders': a, 'src/orders.ts#Place': Place });
    expect(createToolRuntime([a as AnyClass]).toolsMap.get('find')?.inputSchema.required).toEqual([
      'sort',
      'since',
    ]);
    expect(() => bindManifest(MANIFEST, { 'src/orders.ts#Gone': a })).toThrow(
      "no class 'src/orders.ts#Gone'",
    );
  });

  it('of another version, or none at all, is refused', () => {
    expect(() => runtimeOf({ ...MANIFEST, version: 2 } as never)).toThrow(
      'its version is 2; this release reads version 1. Fix: write it anew',
    );
    expect(problemsOf(() => runtimeOf({} as never))[0]?.seen).toContain('manifest');
  });
});
