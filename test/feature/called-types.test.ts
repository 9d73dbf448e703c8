import {
  createToolRuntime,
  type JsonSchema,
  RunContext,
  type ToolDefinition,
  type ToolSource,
} from 'toolwright';
import { bindManifest, type ToolManifest } from 'toolwright/manifest';
import { buildManifest } from '../../src/schema/rich/build-manifest.js';
import { readProject } from '../../src/schema/rich/source/read-project.js';
import * as classes from '../fixtures/rich/classes.js';
import * as methods from '../fixtures/rich/methods.js';
import * as objects from '../fixtures/rich/objects.js';
import * as places from '../fixtures/rich/places.js';
import * as scalars from '../fixtures/rich/scalars.js';
import { exampleOf, follow } from '../support/example-of.js';

/** Classes of the fixtures whose methods are tools. */
const HOLDERS: readonly (new () => object)[] = [
  ...[
    scalars.Scalars,
    objects.Objects,
    classes.Classes,
    methods.Methods,
    methods.Users,
    methods.Child,
    places.Places,
  ],
];
/** By the names of the definitions that describe them. */
const INSTANCES: Readonly<Record<string, unknown>> = { ...classes, ...methods, ...places };

let manifest: ToolManifest;
beforeAll(async () => {
  ({ manifest } = await buildManifest(await readProject('test/fixtures/rich/tsconfig.json')));
  bindAll();
});

interface Received {
  isReached: boolean;
  values: readonly unknown[];
}

/** What a method is called with; it is not run. */
function receive(target: object, member: string): Received {
  const received: Received = { isReached: false, values: [] };
  Object.defineProperty(target, member, {
    configurable: true,
    value: (...values: unknown[]) => void Object.assign(received, { isReached: true, values }),
  });
  return received;
}

const KINDS = { date: 0, bigint: 0, bytes: 0, instance: 0 };

/** Fails where a value is not what its schema stands for; counts what has no form of its own in JSON. */
function expectTyped(value: unknown, node: JsonSchema | boolean, root: JsonSchema, place: string): void {
  if (typeof node === 'boolean' || value === undefined || value === null) return;
  const expectKind = (kind: keyof typeof KINDS, isKind: boolean): void => {
    KINDS[kind]++;
    expect([place, isKind]).toEqual([place, true]);
  };
  const name = /^#\/\$defs\/(.+)$/.exec(node.$ref ?? '')?.[1] ?? '';
  const described = INSTANCES[name];
  if (typeof described === 'function') expectKind('instance', value instanceof described);
  const schema = follow(node, root);
  if (schema.format === 'date-time') expectKind('date', value instanceof Date);
  if (schema.contentEncoding === 'base64') expectKind('bytes', value instanceof Uint8Array);
  if (schema.pattern === '^-?\\d+$') expectKind('bigint', typeof value === 'bigint');
  // The value is one of the first branch that is not null.
  const branch = (schema.anyOf ?? schema.oneOf)?.find(each => follow(each, root).type !== 'null');
  if (branch !== undefined) expectTyped(value, branch, root, place);
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      expectTyped(item, schema.prefixItems?.[index] ?? schema.items ?? true, root, `${place}/${index}`);
    });
  } else if (typeof value === 'object') {
    const patterns = Object.entries((schema['patternProperties'] ?? {}) as Record<string, JsonSchema>);
    for (const [key, member] of Object.entries(value)) {
      const [, patterned] = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(key)) ?? [];
      const part = schema.properties?.[key] ?? patterned ?? schema.additionalProperties ?? true;
      expectTyped(member, part, root, `${place}/${key}`);
    }
  }
}

/** Every class of the fixtures, as the module that `toolwright schema --ts` writes binds them. */
function bindAll(): void {
  const known = JSON.stringify(manifest);
  const modules = { classes, methods, objects, places, scalars };
  const bound = Object.entries(modules).flatMap(([file, module]) =>
    Object.entries(module)
      .map(([name, exported]) => [`${file}.ts#${name}`, exported] as const)
      .filter(([id, exported]) => typeof exported === 'function' && known.includes(`"${id}`)),
  );
  bindManifest(manifest, Object.fromEntries(bound));
}

/** Calls a method with an example of what its schema accepts, and gives what it received by the names of its parameters. */
async function callWithExample(
  holder: new () => object,
  { name, inputSchema }: ToolDefinition,
): Promise<Record<string, unknown>> {
  const member = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const isStatic = name === 'static_of_class';
  const received = receive(isStatic ? holder : (holder.prototype as object), isStatic ? 'static' : member);
  const sent = exampleOf(inputSchema, inputSchema);
  const { content, repairs } = await createToolRuntime([holder]).call({ name, arguments: sent });
  // What a method gives is not what is asked here: whether it was reached is.
  if (!received.isReached) throw new Error(`${name} was not reached: ${JSON.stringify({ sent, content })}`);
  expect([name, repairs]).toEqual([name, []]);
  const values = received.values.filter(value => !(value instanceof RunContext));
  return Object.fromEntries(
    Object.keys(inputSchema.properties ?? {}).map((key, index) => [key, values[index]]),
  );
}

describe('a tool for each type of the sources', () => {
  it.each(HOLDERS.map(holder => [holder.name, holder] as const))(
    'takes what its schema accepts, as values of that type: %s',
    async (_, holder) => {
      const definitions = createToolRuntime([holder]).definitions();
      expect(definitions.length).toBeGreaterThan(0);
      for (const definition of definitions) {
        const received = await callWithExample(holder, definition);
        expectTyped(received, definition.inputSchema, definition.inputSchema, definition.name);
      }
    },
  );

  it.each<[string, ToolSource]>([
    ['a command class', classes.OpenTicket],
    ['an executor', classes.Grep],
    ['a function that takes a class', classes.find],
  ])('takes what its schema accepts: %s', async (_, source) => {
    const runtime = createToolRuntime([source]);
    const [tool] = runtime.definitions();
    const { name, inputSchema } = tool!;
    const { isError, repairs } = await runtime.call({
      name,
      arguments: exampleOf(inputSchema, inputSchema),
    });
    expect({ isError, repairs }).toEqual({ isError: false, repairs: [] });
  });

  it('has values of every kind among them', () => {
    expect(Math.min(...Object.values(KINDS))).toBeGreaterThan(3);
  });
});
