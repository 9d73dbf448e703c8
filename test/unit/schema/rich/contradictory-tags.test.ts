import { buildSource, problemsIn, removeProjects } from './sources.js';

afterAll(removeProjects);

/** The type of a property, its tags, and what is said of them; undefined where some value fits. */
const TAGS: readonly (readonly [type: string, tags: string, seen: RegExp | undefined])[] = [
  ['number', '@minimum 5 @maximum 1', /^no value meets '@minimum 5' and '@maximum 1'\.$/],
  ['number', '@minimum 5 @maximum 5', undefined],
  ['number | null', '@minimum 5 @maximum 1', /no value meets/],
  ['number', '@exclusiveMinimum 5 @maximum 5', /'@exclusiveMinimum 5' and '@maximum 5'/],
  ['number', '@minimum 5 @exclusiveMaximum 5', /'@minimum 5' and '@exclusiveMaximum 5'/],
  ['number', '@exclusiveMinimum 5 @exclusiveMaximum 5', /'@exclusiveMinimum 5' and '@exclusiveMaximum 5'/],
  ['number', '@exclusiveMinimum 5 @exclusiveMaximum 5.1', undefined],
  [
    'number',
    '@type integer @exclusiveMinimum 5 @exclusiveMaximum 6',
    /'@exclusiveMinimum 5' and '@exclusiveMaximum 6'/,
  ],
  ['number', '@type integer @minimum 1.2 @maximum 1.8', /'@minimum 1.2' and '@maximum 1.8'/],
  ['number', '@type integer @minimum 1.2 @maximum 2', undefined],
  ['number', '@minimum 6 @maximum 9 @multipleOf 5', /'@minimum 6' and '@maximum 9' and '@multipleOf 5'/],
  ['number', '@minimum 6 @maximum 10 @multipleOf 5', undefined],
  ['number', '@minimum 6 @exclusiveMaximum 10 @multipleOf 5', /'@multipleOf 5'/],
  ['number', '@minimum 0.1 @maximum 0.3 @multipleOf 0.1', undefined],
  ['string', '@minLength 3 @maxLength 2', /'@minLength 3' and '@maxLength 2'/],
  ['string[]', '@minItems 3 @maxItems 2', /'@minItems 3' and '@maxItems 2'/],
  ['[string, string]', '@maxItems 1', /'@minItems 2' and '@maxItems 1'/],
  ['[string, string]', '@minItems 3', /no value of its type meets '@minItems 3'/],
  ['{ a?: string }', '@minProperties 3 @maxProperties 2', /'@minProperties 3' and '@maxProperties 2'/],
  ['{ a?: string }', '@minProperties 2', /no value of its type meets '@minProperties 2'/],
  ['{ a: string; b: string }', '@maxProperties 1', /no value of its type meets '@maxProperties 1'/],
  ['{ [name: string]: string }', '@minProperties 2', undefined],
  ['1 | 2', '@minimum 5', /none of its values meets '@minimum'/],
  ['1 | 5', '@minimum 5', undefined],
  ["'a' | 'b'", '@pattern ^c', /none of its values meets '@pattern'/],
  ["'a' | 'b'", '@title Which', undefined],
  ['Small', '@minimum 5', /'@minimum 5' and '@maximum 1'/],
  ['Small', '@minimum 0', undefined],
];

describe('constraints that leave no value', () => {
  const DECLARED = '/** @maximum 1 */\ntype Small = number;\n';

  it('are refused with their place, and the others are not', async () => {
    const members = TAGS.map(([type, tags], index) => `\n/** ${tags} */\np${index}: ${type};`);
    const problems = await problemsIn(
      `${DECLARED}interface All {${members.join('')} }\nexport class A { @Tool() m(x: All) {} }`,
    );
    const expected = TAGS.flatMap(([, , seen], index) =>
      seen === undefined
        ? []
        : [
            {
              where: `src/tools.ts:${6 + index * 2} All.p${index}`,
              seen: expect.stringMatching(seen) as string,
              fix: 'correct them, or remove one of them.',
            },
          ],
    );
    expect(problems).toEqual(expected);
  });

  it('are refused on a parameter, a class and a named type', async () => {
    const tags = '/** @minLength 2 @maxLength 1 */';
    const problems = await problemsIn(
      `${tags}\ntype Code = string;\nclass Line { ${tags}\n\n${tags}\nsku!: string }\n` +
        `export class A { @Tool() m(${tags} x: string, y: Code, z: Line) {} }`,
    );
    expect(problems.map(({ where }) => where)).toEqual([
      'src/tools.ts:7 Line.sku',
      'src/tools.ts:8 A.m(x)',
      'src/tools.ts:3 Code',
    ]);
  });

  it('are one problem each, whatever else is checked against them', async () => {
    const problems = await problemsIn(
      'class L {\n/** @minimum 5 @maximum 1\n * @example 3 */\nn = 3 }\nexport class A { @Tool() m(x: L) {} }',
    );
    expect(problems).toHaveLength(1);
  });
});

describe('a default', () => {
  it('is checked against the constraints of a named type, without a comment of its own', async () => {
    const problems = await problemsIn(
      '/** @maximum 5 */\ntype Small = number;\nclass L { n: Small = 10 }\nexport class A { @Tool() m(x: L, y: Small = 7) {} }',
    );
    expect(problems).toEqual([
      {
        where: 'src/tools.ts:4 L.n',
        seen: expect.stringMatching(/default does not fit: .*5.*10/),
        fix: expect.any(String),
      },
      {
        where: 'src/tools.ts:5 A.m(y)',
        seen: expect.stringMatching(/default does not fit: .*5.*7/),
        fix: expect.any(String),
      },
    ]);
  });

  it('that a cast hid from the compiler is checked too', async () => {
    const problems = await problemsIn(
      'class L { name: string = null! }\nexport class A { @Tool() m(x: L) {} }',
    );
    expect(problems.map(({ seen }) => seen)).toEqual([expect.stringMatching(/default does not fit/)]);
  });
});

describe('tags of values in the comment of a tool or a type', () => {
  it.each([
    [
      '/** T.\n * @title Finder */\n@Tool() m() {}',
      '',
      /src\/tools\.ts:5 A\.m: @title is not read.*@Tool\(\{ title/,
    ],
    [
      '@Tool() m(x: L) {}',
      '/** @title Line */\nclass L { a!: string }',
      /L: @title is not read.*property or parameter/,
    ],
    ['@Tool() m(x: L) {}', '/** @default {} */\ninterface L { a: string }', /L: @default is not read/],
    [
      '',
      '/** @title Open */\n@Tool() export class L { @Param() a!: string; execute() {} }',
      /L: @title is not read/,
    ],
  ])('%s %s: a warning', async (member, declaration, text) => {
    const { warnings } = await buildSource(`export class A {\n${member} }\n${declaration}`);
    expect(warnings).toContainEqual(expect.stringMatching(text));
  });

  it('constraints of a class that is a tool are refused', async () => {
    const problems = await problemsIn(
      '/** @minProperties 1 */\n@Tool() export class Open { @Param() a?: string; execute() {} }',
    );
    expect(problems).toEqual([
      {
        where: 'src/tools.ts:3 Open',
        seen: "its comment has '@minProperties', which does not say of which property.",
        fix: expect.stringMatching(/comment of the property/),
      },
    ]);
  });
});
