import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { buildSource, problemsIn, removeProjects } from './sources.js';

afterAll(removeProjects);

const CLASSES = `
import { IsInt, IsString, Min } from 'class-validator';
class Guest {
  email!: string;
  n = 0;
  /** @default "x" */
  at = 'x';
  greet(): void {}
  get shout(): string { return this.email; }
}
class Service { run(): void {} }
class Service2 { stop(): void {} }
class Account { get x(): number { return 1; } set x(value: number) { void value; } y!: string }
class Line { @IsInt() @Min(1) quantity!: number; @IsString() sku!: string; note?: string }
`;

async function schemaOf(type: string): Promise<JsonSchema | undefined> {
  const { manifest } = await buildSource(
    `${CLASSES}export class A { /** M. @param p P. */ @Tool() m(p: ${type}) {} }`,
  );
  return manifest.tools[0]?.parameters?.[0]?.schema;
}

const textOf = (properties: object, required?: string[]): JsonSchema =>
  ({
    type: 'object',
    properties,
    ...(required === undefined ? {} : { required }),
    additionalProperties: false,
  }) as JsonSchema;

const TEXT = { type: 'string' } as const;
const NUMBER = { type: 'number' } as const;
const FLAG = { type: 'boolean' } as const;

describe('a type made from a class', () => {
  it.each<[string, JsonSchema]>([
    ['Partial<Guest>', textOf({ email: TEXT, n: NUMBER, at: TEXT })],
    ["Required<Pick<Guest, 'n'>>", textOf({ n: NUMBER }, ['n'])],
    ["Omit<Guest, 'greet' | 'shout' | 'email'>", textOf({ n: NUMBER, at: TEXT }, ['n', 'at'])],
    ["{ [K in 'n' | 'at' as K]: boolean }", textOf({ n: FLAG, at: FLAG }, ['n', 'at'])],
    [
      "{ [K in keyof Pick<Guest, 'n'>]?: { from: Guest[K] } }",
      textOf({ n: textOf({ from: NUMBER }, ['from']) }),
    ],
    ["Pick<Guest, 'n'> & { more: string }", textOf({ n: NUMBER, more: TEXT }, ['n', 'more'])],
    ["Pick<Account, 'x'>", textOf({ x: NUMBER }, ['x'])],
    ['Partial<Account>', textOf({ x: NUMBER, y: TEXT })],
  ])('%s has no initialisers, and nothing vanishes from it', async (type, schema) => {
    expect(await schemaOf(type)).toEqual(schema);
  });

  it('asks for no methods', async () => {
    for (const type of ["Pick<Service, 'run'>", 'Guest & { more: string }']) {
      const [problem] = await problemsIn(`${CLASSES}export class A { @Tool('M.') m(p: ${type}) {} }`);
      expect(problem?.seen).toContain('is a function, which JSON does not have');
    }
  });

  it.each(['Partial<Service>', 'Partial<Service> & Partial<Service2>', 'Readonly<Partial<Service>>'])(
    '%s is refused: nothing is left of it',
    async type => {
      const problems = await problemsIn(`${CLASSES}export class A { @Tool('M.') m(p: ${type}) {} }`);
      expect(problems.map(({ seen }) => seen)).toEqual([
        expect.stringContaining('has no data that a model could supply'),
      ]);
    },
  );

  it('is no part of the run', async () => {
    for (const type of ["Pick<RunContext, 'state'>", 'Partial<RunContext>']) {
      const [problem] = await problemsIn(`export class A { @Tool('M.') m(p: ${type}) {} }`);
      expect(problem?.seen).toContain('is a part of the run');
    }
  });

  it('leaves the validators of the class behind, with a warning', async () => {
    const { warnings } = await buildSource(
      `${CLASSES}export class A { /** M. @param p P. */ @Tool() m(p: Partial<Line>, q: Line) {} }`,
    );
    const lost = warnings.filter(text => text.includes('the validators of Line do not hold'));
    expect(lost).toHaveLength(1);
    expect(lost[0]).toContain('A.m(p)');
    expect(lost[0]).toContain('(quantity: @IsInt, @Min; sku: @IsString)');
  });
});

describe('a type made from an interface', () => {
  const DECLARED = `
interface Page {
  /** How many. @default 10 */
  limit?: number;
  /** From where. @default 0 */
  start: number;
}
interface Box<T> {
  /** @default "x" */
  value: T;
}
`;
  const LIMIT = { type: 'number', description: 'How many.', default: 10 } as const;
  const START = { type: 'number', description: 'From where.', default: 0 } as const;

  it.each<[string, JsonSchema]>([
    ['Readonly<Page>', textOf({ limit: LIMIT, start: START }, ['start'])],
    ["Pick<Page, 'limit'>", textOf({ limit: LIMIT })],
    ["Omit<Page, 'start'>", textOf({ limit: LIMIT })],
    ['Required<Page>', textOf({ limit: LIMIT, start: START }, ['limit', 'start'])],
    ['Readonly<Box<string>>', textOf({ value: { ...TEXT, default: 'x' } }, ['value'])],
    ['{ [K in keyof Page]: Page[K] }', textOf({ limit: LIMIT, start: START }, ['start'])],
    ['Partial<Page>', textOf({ limit: LIMIT, start: { type: 'number', description: 'From where.' } })],
    [
      '{ [K in keyof Page]: boolean }',
      textOf(
        { limit: { ...FLAG, description: 'How many.' }, start: { ...FLAG, description: 'From where.' } },
        ['start'],
      ),
    ],
  ])('%s keeps what its comments say, and a default where it is the same member', async (type, schema) => {
    const { manifest } = await buildSource(
      `${DECLARED}export class A { @Tool('M.') m(@Param('P.') p: ${type}) {} }`,
    );
    expect(manifest.tools[0]?.parameters?.[0]?.schema).toEqual(schema);
  });
});

describe('other types', () => {
  it.each<[string, JsonSchema]>([
    ['Set<string | undefined>', { type: 'array', items: { type: ['string', 'null'] } }],
    ['ReadonlySet<number | undefined>', { type: 'array', items: { type: ['number', 'null'] } }],
    ['Set<string>', { type: 'array', items: TEXT }],
    ['(string | undefined)[]', { type: 'array', items: { type: ['string', 'null'] } }],
    [
      '[string, number?]',
      { type: 'array', minItems: 1, prefixItems: [TEXT, { type: ['number', 'null'] }], items: false },
    ],
  ])('a result %s may hold null, as JSON has undefined', async (type, schema) => {
    const { manifest } = await buildSource(
      `export class A { /** M. */ @Tool() m(): ${type} { throw new Error(); } }`,
    );
    expect(manifest.tools[0]?.returns?.schema).toEqual(schema);
  });

  it.each(['(() => void)[]', '(string | (() => void))[]', 'Set<() => void>', '[string, symbol]'])(
    'a result %s is not advertised, as JSON has null in the place of what it does not have',
    async type => {
      const { manifest, warnings } = await buildSource(
        `export class A { @Tool('M.') m(): ${type} { throw new Error(); } }`,
      );
      expect(manifest.tools[0]).not.toHaveProperty('returns');
      expect(warnings).toEqual([expect.stringMatching(/its result is not advertised/)]);
    },
  );

  it('two patterns of one text are refused', async () => {
    const [problem] = await problemsIn("export class A { @Tool('M.') m(p: `a${string}` & `${string}b`) {} }");
    expect(problem?.seen).toContain('asks for several things of one value');
  });

  it('an enum may have any member', async () => {
    const { manifest } = await buildSource(
      "enum E { a = 'a', __proto__ = 'p' }\nexport class A { /** M. @param p P. */ @Tool() m(p: E) {} }",
    );
    expect(manifest.tools[0]?.parameters?.[0]?.schema).toEqual({ type: 'string', enum: ['a', 'p'] });
  });
});
