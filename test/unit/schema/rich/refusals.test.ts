import type { DefinitionProblem } from 'toolwright';
import { problemsIn, removeProjects } from './sources.js';

afterAll(removeProjects);

const DECLARATIONS = `
import { missing, type Missing } from 'not-installed';
interface WithMethod { name: string; save(): void }
interface WithProperty { go?: () => void }
interface Nested { inner: { when: Map<string, Date> } }
interface Nest<T> { value: T; next?: Nest<T[]> }
interface Empty {}
interface Symbols { [Symbol.iterator]: string; name: string }
interface Uncertain { value: never }
interface Undefined { value: undefined }
abstract class Shape { area = 0 }
class Circle extends Shape { radius = 1 }
class Square extends Shape { side = 1 }
class Failure extends Error { reason = '' }
class Names extends Array<string> {}
const key = 'computed';
enum Computed { A = 'x'.length }
const Anonymous = class { a = 1 };
function make() { class Inside { a = 1 } return new Inside() }
`;

/** Each is the type of one parameter: what is seen, and a part of the fix. */
const REFUSED: readonly (readonly [type: string, seen: RegExp, fix: RegExp])[] = [
  ['any', /'any' says nothing/, /give it a type/],
  ['unknown', /'unknown' says nothing/, /write the type of the data/],
  ['object', /'object' says nothing/, /write the type of the data/],
  ['{}', /'\{\}' says nothing/, /write the type of the data/],
  ['Empty', /'Empty' says nothing/, /write the type of the data/],
  ['Object', /'Object' is a runtime built-in/, /write the type of the data/],
  ['Function', /'Function' is a runtime built-in/, /JSON has no functions/],
  ['() => void', /'\(\) => void' is a function/, /leave it out/],
  ['typeof Circle', /'typeof Circle' is a function/, /leave it out/],
  ['WithMethod', /'\(\) => void' is a function/, /leave it out/],
  ['WithProperty', /'\(\) => void' is a function/, /leave it out/],
  ['symbol', /'symbol' has no JSON form/, /use a string/],
  ['Symbols', /property \[Symbol\.iterator\] is named by a symbol/, /give it a name/],
  ['never', /'never' has no value/, /remove it/],
  ['Uncertain', /'never' has no value/, /remove it/],
  ['void', /'void' is no value in JSON/, /write the type of the value/],
  ['undefined', /'undefined' is no value in JSON/, /write the type of the value/],
  ['Undefined', /'undefined' is no value in JSON/, /write the type of the value/],
  ['string | void', /'void' is no value in JSON/, /write the type of the value/],
  ['Map<string, number>', /'Map<string, number>' is a runtime built-in/, /\{ \[key: string\]: T \}/],
  [
    'ReadonlyMap<string, number>',
    /'ReadonlyMap<string, number>' is a runtime built-in/,
    /\{ \[key: string\]: T \}/,
  ],
  ['Set<string>', /'Set<string>' is a runtime built-in/, /use an array/],
  ['WeakMap<object, string>', /'WeakMap<object, string>' is a runtime built-in/, /\{ \[key/],
  ['WeakSet<object>', /'WeakSet<object>' is a runtime built-in/, /use an array/],
  ['Promise<string>', /'Promise<string>' is a runtime built-in/, /the value itself/],
  ['AsyncIterable<string>', /'AsyncIterable<string>' is a runtime built-in/, /plain data/],
  ['RegExp', /'RegExp' is a runtime built-in/, /format: 'regex'/],
  ['URL', /'URL' is a runtime built-in/, /format: 'uri'/],
  ['Error', /'Error' is a runtime built-in/, /string with the message/],
  ['String', /'String' is a runtime built-in/, /use string/],
  ['ArrayBuffer', /'ArrayBuffer' is a runtime built-in/, /use Uint8Array/],
  ['AbortSignal', /'AbortSignal' is a runtime built-in/, /plain data/],
  ['Failure', /'Failure' is a runtime built-in/, /string with the message/],
  ['Names', /'Names' is a runtime built-in/, /plain data/],
  ['Date & { zone: string }', /'Date' is a runtime built-in/, /plain data/],
  ['Shape', /'Shape' is abstract/, /Circle \| Square/],
  ['Missing', /'Missing' was not resolved/, /correct the import/],
  ['Missing[]', /was not resolved/, /correct the import/],
  ['Unheard', /'Unheard' was not resolved/, /correct the import/],
  ['Uppercase<string>', /'Uppercase<string>' has no pattern/, /use string/],
  ['Computed', /computed at run time/, /literals/],
  ['Nest<string>', /goes on without end/, /same type arguments/],
  ['[string, ...number[], boolean]', /rest element before its end/, /put the rest element last/],
  ['InstanceType<typeof Anonymous>', /without a name/, /top level/],
  ['ReturnType<typeof make>', /'Inside' inside a function/, /top level/],
  ['this', /depends on a type parameter/, /concrete type/],
];

describe('a parameter whose type has no JSON form', () => {
  let problems: readonly DefinitionProblem[];
  const methods = REFUSED.map(([type], index) => `  @Tool() m${index}(x: ${type}) {}`);

  beforeAll(async () => {
    const source = `${DECLARATIONS}export class Refused {\n${methods.join('\n')}\n}`;
    problems = await problemsIn(source, { types: ['node'] });
  });

  test.each(REFUSED.map((row, index) => [row[0], index] as const))('%s', (_type, index) => {
    const [, seen, fix] = REFUSED[index]!;
    const found = problems.filter(({ where }) => where.includes(`Refused.m${index}(x)`));
    expect(found).toEqual([
      {
        where: expect.stringMatching(/^src\/tools\.ts:\d+ Refused\.m\d+\(x\)/),
        seen: expect.stringMatching(seen),
        fix: expect.stringMatching(fix),
      },
    ]);
  });
});

/** Each is a class: where it is refused, what is seen, and a part of the fix. */
const DECLARED: Readonly<
  Record<string, readonly [source: string, where: string, seen: RegExp, fix: RegExp]>
> = {
  'a value deep inside': [
    'interface Nested { inner: { when: Map<string, Date> }[] }\nexport class A { @Tool() m(x: Nested) {} }',
    'src/tools.ts:3 A.m(x).inner[].when',
    /Map<string, Date>/,
    /index|key: string/,
  ],
  overloads: [
    'export class A {\n  m(x: string): void;\n  m(x: number): void;\n  @Tool() m(x: any): void {}\n}',
    'src/tools.ts:3 A.m',
    /2 overload signatures/,
    /one signature/,
  ],
  'one overload': [
    'export class A {\n  m(x: string): void;\n  @Tool() m(x: any): void {}\n}',
    'src/tools.ts:3 A.m',
    /it has an overload signature, and/,
    /one signature/,
  ],
  'a rest parameter': [
    'export class A { @Tool() m(...x: string[]) {} }',
    'src/tools.ts:2 A.m(x)',
    /rest parameter/,
    /one array/,
  ],
  'a destructured parameter': [
    'export class A { @Tool() m({ a }: { a: string }) {} }',
    'src/tools.ts:2 A.m(parameter 1)',
    /destructured/,
    /@Param\(\{ name/,
  ],
  'a generic method': [
    'export class A { @Tool() m<T extends string>(x: T) {} }',
    'src/tools.ts:2 A.m',
    /generic in T/,
    /concrete types/,
  ],
  'a generic class that nobody completes': [
    'export class A<T> { @Tool() m(x: T) {} }',
    'src/tools.ts:2 A.m(x)',
    /'T' was not resolved to one type/,
    /concrete type/,
  ],
  'a computed name': [
    "const name = 'x'; export class A { @Tool() [name]() {} }",
    'src/tools.ts:2 A.[name]',
    /computed at run time/,
    /written name/,
  ],
  'a class inside a function': [
    'export function f() { class Inner { @Tool() m() {} } return Inner }',
    'src/tools.ts:2 Inner',
    /'Inner' inside a function/,
    /top level/,
  ],
  'a class without a name': [
    'export default class { @Tool() m() {} }',
    'src/tools.ts:2',
    /without a name/,
    /top level/,
  ],
  'a property of a command': [
    '@Tool() export class A { @Param() x!: Map<string, string>; execute() {} }',
    'src/tools.ts:2 A.x',
    /Map<string, string>/,
    /key: string/,
  ],
};

describe('a declaration that cannot be a tool', () => {
  test.each(Object.entries(DECLARED))('%s', async (_name, [source, where, seen, fix]) => {
    const problems = await problemsIn(source);
    expect(problems).toEqual([{ where, seen: expect.stringMatching(seen), fix: expect.stringMatching(fix) }]);
  });
});
