import type { DefinitionProblem } from 'toolwright';
import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { buildSource, problemsIn, removeProjects } from './sources.js';

afterAll(removeProjects);

const DECLARATIONS = `
/** @minimum 3 */
type Num = number;
/** @asType integer */
type Int = Num;
/** @minItems 2 @uniqueItems */
type Names = string[];
/** @maxLength 3 */
type Short = string | number;
/** @pattern ^a */
type Branded = string & { readonly __brand: 'a' };
/** @minItems 1 */
type Some<T> = T[];
type Nums = Num[];
/** @minProperties 1 */
interface Options { least?: Num; nested?: { all: Num[] } }
/** @title Anna */
class Person { name!: string }
/** @minProperties 1 */
class Filled { name?: string }
/** @minLength 3 */
type Wrong = number;
/** @TJS-type integer */
type WrongType = string;
`;

async function schemasOf(types: readonly string[]): Promise<(JsonSchema | undefined)[]> {
  const parameters = types.map((type, index) => `p${index}: ${type}`);
  const { manifest } = await buildSource(
    `${DECLARATIONS}export class A { @Tool() m(${parameters.join(', ')}) {} }`,
  );
  return (manifest.tools[0]?.parameters ?? []).map(({ schema }) => schema);
}

const problemsOf = (type: string): Promise<readonly DefinitionProblem[]> =>
  problemsIn(`${DECLARATIONS}export class A { @Tool() m(x: ${type}) {} }`);

const NUM: JsonSchema = { type: 'number', minimum: 3 };

/** Each is the type of one parameter, and its schema. */
const NAMED: readonly (readonly [type: string, schema: JsonSchema])[] = [
  ['Num', NUM],
  ['Num | undefined', NUM],
  ['Num | null', { type: ['number', 'null'], minimum: 3 }],
  ['Int', { type: 'integer', minimum: 3 }],
  ['Names', { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true }],
  ['Short', { type: ['string', 'number'], maxLength: 3 }],
  ['Branded', { type: 'string', pattern: '^a' }],
  ['Num[]', { type: 'array', items: NUM }],
  ['readonly Num[]', { type: 'array', items: NUM }],
  ['Array<Num>', { type: 'array', items: NUM }],
  ['Nums', { type: 'array', items: NUM }],
  ['Some<Num>', { type: 'array', items: NUM, minItems: 1 }],
  ['[Num, b?: Num]', { type: 'array', prefixItems: [NUM, NUM], items: false, minItems: 1 }],
  ['Record<string, Num>', { type: 'object', additionalProperties: NUM }],
  ['{ [key: string]: Num }', { type: 'object', additionalProperties: NUM }],
  [
    '{ a: Num; b: number }',
    {
      type: 'object',
      properties: { a: NUM, b: { type: 'number' } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
  ],
  ['Options', { $ref: '#/types/Options', minProperties: 1 }],
  ['number', { type: 'number' }],
  ['Person', { $ref: '#/types/Person' }],
];

describe('constraint tags in the comment of a named type', () => {
  let schemas: (JsonSchema | undefined)[];

  beforeAll(async () => {
    schemas = await schemasOf(NAMED.map(([type]) => type));
  });

  test.each(NAMED.map(([type, schema], index) => [type, schema, index] as const))(
    'hold for %s',
    (_type, schema, index) => {
      expect(schemas[index]).toEqual(schema);
    },
  );

  it('hold in the members of other types, and in results', async () => {
    const { manifest } = await buildSource(
      `${DECLARATIONS}export class A { @Tool() m(x: Partial<Options>, y: Options): Num { return 3 } }`,
    );
    const [tool] = manifest.tools;
    expect(tool?.returns).toEqual({ schema: NUM });
    const properties = {
      least: NUM,
      nested: {
        type: 'object',
        properties: { all: { type: 'array', items: NUM } },
        required: ['all'],
        additionalProperties: false,
      },
    };
    // What is derived from a type is another type: only the constraints of its members stay.
    expect(tool?.parameters?.[0]?.schema).toEqual({
      type: 'object',
      properties,
      additionalProperties: false,
    });
    expect(manifest.types['Options']).toMatchObject({ schema: { properties } });
  });

  it('yield to those of the value itself', async () => {
    const { manifest } = await buildSource(
      `${DECLARATIONS}export class A { @Tool() m(/** @minimum 5 */ x: Num, y: {\n/** @maximum 9 */\nz: Num }) {} }`,
    );
    const [x, y] = manifest.tools[0]?.parameters ?? [];
    expect(x?.schema).toEqual({ type: 'number', minimum: 5 });
    expect(y?.schema?.properties?.['z']).toEqual({ type: 'number', minimum: 3, maximum: 9 });
  });

  it('do not follow a property into another type', async () => {
    const [schema] = await schemasOf(['{ [K in keyof Options]?: boolean }']);
    expect(schema?.properties?.['least']).toEqual({ type: 'boolean' });
  });

  it.each(['Num | number', 'Short | null', 'Exclude<Short, string>', 'Filled'])(
    'are refused where they cannot be put: %s',
    async type => {
      expect(await problemsOf(type)).toEqual([
        {
          where: 'src/tools.ts:26 A.m(x)',
          seen: expect.stringMatching(/^the comment of the type '(Num|Short|Filled)' has constraints/),
          fix: expect.stringMatching(/property or parameter/),
        },
      ]);
    },
  );

  it.each([
    ['Wrong', 'src/tools.ts:23 Wrong', "'@minLength' says nothing about a value of type number."],
    ['WrongType', 'src/tools.ts:25 WrongType', "'@TJS-type' says nothing about a value of type string."],
  ])('are refused where they say nothing: %s', async (type, where, seen) => {
    expect(await problemsOf(type)).toEqual([{ where, seen, fix: expect.stringMatching(/remove it/) }]);
  });
});

describe('a constraint that says nothing is told by the tag that was written', () => {
  it.each(['asType integer', 'TJS-type integer', 'TJS-minimum 3', 'minimum 3'])('@%s', async tag => {
    const seen = `'@${tag.split(' ')[0]}' says nothing about a value of type string.`;
    const sources = [
      `class Data {\n/** @${tag} */\nx!: string }\nexport class A { @Tool() m(x: Data) {} }`,
      `export class A { @Tool() m(/** @${tag} */ x: string) {} }`,
    ];
    for (const source of sources) expect((await problemsIn(source)).map(each => each.seen)).toEqual([seen]);
  });

  it.each(['asType integer', 'TJS-minimum 3', 'defaultValue 3'])('on a method: @%s', async tag => {
    const [problem] = await problemsIn(`export class A {\n/** @${tag} */\n@Tool() m(x: number) {} }`);
    expect(problem?.seen).toContain(`'@${tag.split(' ')[0]}', which does not say of which parameter`);
  });
});
