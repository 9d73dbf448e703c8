import { DefinitionError, type DefinitionProblem } from 'toolwright';
import { buildProject, buildSource, problemsIn, removeProjects, writeProject } from './sources.js';

afterAll(removeProjects);

const ENDLESS: Readonly<Record<string, string>> = {
  'an interface with many branches':
    'interface X<T> { l: X<[T]>; r: X<T[]>; m: X<{ x: T }>; n: X<T | null> }',
  'a list': 'type X<T> = X<[T]>[];',
  'a tuple': 'type X<T> = [X<[T]>, X<T[]>];',
};

describe('a type without end is refused once, and at once', () => {
  it.each(Object.entries(ENDLESS))('%s', async (_what, declaration) => {
    const problems = await problemsIn(
      `${declaration}\nexport class A { @Tool() m(x: X<string>, y: X<number>) {} @Tool() n(x: X<string[][]>) {} }`,
    );
    expect(problems.map(({ where }) => where.slice(0, 'src/tools.ts:3 A.m(x)'.length))).toEqual([
      'src/tools.ts:3 A.m(x)',
      'src/tools.ts:3 A.n(x)',
    ]);
    for (const { seen } of problems) expect(seen).toMatch(/goes on without end/);
  });

  it('one for each of those that need each other', async () => {
    const problems = await problemsIn(`
interface P<T> { a: Q<[T]>; b: P<T[]>; c: Q<T[]> }
interface Q<T> { a: P<[T]>; b: Q<T[]>; c: P<T[]> }
export class A { @Tool() m(x: P<string>) {} }`);
    expect(problems.map(({ seen }) => /'(\w)</.exec(seen)?.[1])).toEqual(['P', 'Q']);
  });

  it('and is not advertised as a result', async () => {
    const { manifest, warnings } = await buildSource(
      `${ENDLESS['an interface with many branches']}\nexport class A { @Tool() m(): X<string> { return null as never } }`,
    );
    expect(manifest.tools[0]).not.toHaveProperty('returns');
    expect(warnings).toEqual([expect.stringMatching(/not advertised.*without end/)]);
  });

  it('and neither is a part of it that another tool gives', async () => {
    // The part is met after its problem is known, so it has none of its own that anybody was told.
    const { manifest } = await buildSource(`
interface X<T> { l: X<[T]> }
interface Part { x: X<number> }
interface Whole { first: X<string>; part: Part }
export class A { @Tool() m(): Whole { return null as never } @Tool() n(): Part { return null as never } }`);
    for (const tool of manifest.tools) expect(tool).not.toHaveProperty('returns');
  });
});

/** Types with an end, and so many parts that none reads them. */
const HUGE: Readonly<Record<string, string>> = {
  objects: `
type At<N extends number, P> = { 0: P; 1: W<0, [P]>; 2: W<1, [P]>; 3: W<2, [P]>; 4: W<3, [P]>; 5: W<4, [P]>; 6: W<5, [P]> }[N & (0 | 1 | 2 | 3 | 4 | 5 | 6)];
interface W<N extends number, P> { a: At<N, [P, 'a']>; b: At<N, [P, 'b']>; c: At<N, [P, 'c']>; d: At<N, [P, 'd']>; e: At<N, [P, 'e']> }
type X = W<6, 'x'>;`,
  tuples: `type T0 = [string, string];\n${Array.from({ length: 20 }, (_, n) => `type T${n + 1} = [T${n}, T${n}];`).join('\n')}\ntype X = T20;`,
};

it.each(Object.entries(HUGE))('a type of too many %s is refused once', async (_what, declaration) => {
  const problems = await problemsIn(`${declaration}\nexport class A { @Tool() m(x: X) {} }`);
  expect(problems).toEqual([
    {
      where: expect.stringMatching(/A\.m\(x\)/),
      seen: expect.stringMatching(/more parts than a model could read/),
      fix: expect.stringMatching(/smaller type/),
    },
  ]);
});

/** A few lines, and a schema of millions of nodes: parts without a name are written where they stand. */
const BOMB = `type T0 = { a: string };\n${Array.from({ length: 26 }, (_, n) => `type T${n + 1} = { l: T${n} & { x${n}: 1 }; r: T${n} & { y${n}: 1 } };`).join('\n')}`;

describe('a type that doubles with each level', () => {
  it('is refused by the name of each tool that takes it', async () => {
    const problems = await problemsIn(
      `${BOMB}
export class A { @Tool() m(x: T26) {} }
@Tool('C.') export class C { @Param() x!: T26; execute() {} }`,
    );
    expect(problems.map(({ where }) => where)).toEqual(['src/tools.ts:29 A.m', 'src/tools.ts:30 C']);
    for (const { seen } of problems) expect(seen).toMatch(/more parts than a model could read/);
  });

  it('is not advertised as a result, and read as long as it is small', async () => {
    const { manifest, warnings } = await buildSource(
      `${BOMB}\nexport class A { @Tool('M.') m(): T26 { return null as never } @Tool('N.') n(p: T4): string { return ''; } }`,
    );
    expect(manifest.tools.map(({ returns }) => returns?.schema)).toEqual([undefined, { type: 'string' }]);
    expect(warnings.join('\n')).toMatch(/A\.m: its result is not advertised.*more parts than/);
  });
});

it.each(['x: Chain1500', 'x: string): Promise<Chain1500> { throw new Error(); } other('])(
  'a chain that the compiler cannot follow names the tool: %s',
  async parameters => {
    const chain = Array.from({ length: 1500 }, (_, n) => `interface Chain${n + 1} { next: Chain${n} }`);
    const problems = await problemsIn(
      `interface Chain0 { end: string }\n${chain.join('\n')}\nexport class A { @Tool() m(${parameters}) {} }`,
    );
    expect(problems).toEqual([
      {
        where: 'src/tools.ts:1503 A.m',
        seen: expect.stringMatching(/so many others in a chain/),
        fix: expect.stringMatching(/fewer levels/),
      },
    ]);
  },
);

describe('the problems of one parameter', () => {
  const MEMBERS = Array.from({ length: 9 }, (_, n) => `a${n}: any`).join('; ');

  it('are the first five, and how many more there are', async () => {
    const problems = await problemsIn(
      `interface Many { ${MEMBERS} }\n@Tool() export class C { @Param() x!: { ${MEMBERS} }; execute() {} }\nexport class A { @Tool() m(x: Many, y: any) {} }`,
    );
    const placesOf = (owner: string): string[] =>
      problems.flatMap(({ where }) => (where.startsWith(owner) ? where.slice(owner.length) : []));
    const shown = ['.a0', '.a1', '.a2', '.a3', '.a4', ''];
    expect(placesOf('src/tools.ts:4 A.m(x)')).toEqual(shown);
    expect(placesOf('src/tools.ts:3 C.x')).toEqual(shown);
    expect(placesOf('src/tools.ts:4 A.m(y)')).toEqual(['']);
    expect(problems.filter(({ seen }) => seen === 'there are 4 more problems in it.')).toHaveLength(2);
  });

  it.each([
    ['DeepPartial<{ at: Date }>', '.at', /'DeepPartial<Date>' is a runtime built-in/],
    ['Partial<Date>', '', /'Partial<Date>' is a runtime built-in/],
    ['[1, 2] & { z: 1 }', '', /is a list that has properties/],
    ['string[] & { z: 1 }', '', /is a list that has properties/],
  ])('are one where one thing is wrong: %s', async (type, place, seen) => {
    const problems = await problemsIn(
      `type DeepPartial<T> = { [K in keyof T]?: DeepPartial<T[K]> };\nexport class A { @Tool() m(x: ${type}) {} }`,
    );
    expect(problems).toEqual([
      {
        where: `src/tools.ts:3 A.m(x)${place}`,
        seen: expect.stringMatching(seen),
        fix: expect.any(String),
      },
    ]);
  });

  it('are none for data of a built-in', async () => {
    expect(await problemsIn("export class A { @Tool() m(x: Pick<Error, 'message' | 'name'>) {} }")).toEqual(
      [],
    );
  });
});

describe('a file that does not parse', () => {
  it('is refused, whatever the compiler makes of it', async () => {
    const root = writeProject({
      'src/tools.ts': "import { Tool } from 'toolwright';\nexport class A { @Tool() m(x: string) {} }",
      'src/other.ts': 'export const a = 1;\nexport const b = {;\n',
    });
    const error: unknown = await buildProject(root).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(DefinitionError);
    const { problems } = error as { readonly problems: readonly DefinitionProblem[] };
    expect(problems[0]).toEqual({
      where: 'src/other.ts:2',
      seen: expect.stringMatching(/^it does not parse: .*expected\.$/),
      fix: expect.any(String),
    });
  });

  it('of an installed package is none of our business', async () => {
    const root = writeProject({
      'node_modules/odd/package.json': '{ "name": "odd", "types": "index.d.ts" }',
      'node_modules/odd/index.d.ts': 'export interface Odd { a: string }\nexport interface {',
      'src/tools.ts':
        "import { Tool } from 'toolwright';\nimport type { Odd } from 'odd';\nexport class A { @Tool() m(x: Odd) {} }",
    });
    await expect(buildProject(root)).resolves.toBeDefined();
  });
});
