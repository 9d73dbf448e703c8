import { runInThisContext } from 'node:vm';
import { readParameters } from '../../../src/tool/parameter-names.js';

type AnyFunction = (...args: never[]) => unknown;

/** The function that `source` evaluates to; written as text, so that no compiler changes it. */
const evaluate = (source: string): AnyFunction => runInThisContext(`(${source})`) as AnyFunction;

/** The method of an object literal with the given source. */
function method(source: string): AnyFunction {
  const owner = evaluate(`() => ({ ${source} })`) as unknown as () => Record<PropertyKey, AnyFunction>;
  const members = owner();
  return members[Reflect.ownKeys(members)[0]!]!;
}

function read(fn: AnyFunction): string[] {
  return readParameters(fn).map(({ name = '?', isRest }) => (isRest ? `...${name}` : name));
}

describe('readParameters', () => {
  it.each([
    ['m() {}', []],
    ['m(a) {}', ['a']],
    ['m( a , b , ) {}', ['a', 'b']],
    ['m($a, _b, été, 名前) {}', ['$a', '_b', 'été', '名前']],
    ['m(a\n,\nb) { return (a, b); }', ['a', 'b']],
  ])('reads %s', (source, names) => {
    expect(read(method(source))).toEqual(names);
  });

  it.each([
    ['calls and commas', 'm(a = Math.max(1, 2), b = [1, [2, 3]], c) {}'],
    ['objects', 'm(a = { x: [1, 2], y: { z: ")" } }, b = {}, c) {}'],
    ['strings', `m(a = "),\\"(", b = '),\\'(', c) {}`],
    ['templates', 'm(a = `),\\`(`, b = `x`, c) {}'],
    ['templates with expressions', 'm(a = `${[1, 2].join(",")})`, b = `${`),${"}"}`}(`, c) {}'],
    ['templates with objects', 'm(a = `${JSON.stringify({ x: ")" })})`, b, c) {}'],
    ['regular expressions', 'm(a = /[),/(]\\/,\\(/, b = [/"/, /`/g], c) {}'],
    ['regular expressions after operators', 'm(a = true && /,"/.test(""), b = !/\\)\'/u, c) {}'],
    ['regular expressions after words', 'm(a = typeof /,"/, b = () => { return /\\)/; }, c) {}'],
    ['divisions', 'm(a = 6 / 2, b = (6) / [2][0] / 1, c) {}'],
    ['comments', 'm(/* x, ( */ a /* ) */ = 1, // c, (\n b, /** , */ c) {}'],
    ['comments after names', 'm(a /* : string */, b // , (\n, c) {}'],
    ['arrow functions', 'm(a = (x, y) => { return x + y; }, b = x => x, c) {}'],
    ['functions and classes', 'm(a = function (x, y) {}, b = class { m(x, y) {} }, c) {}'],
    ['comparisons', 'm(a = 1 < 2, b = 3 > 2, c) {}'],
    ['conditions', 'm(a = true ? "," : ")", b = null ?? 1, c) {}'],
    ['assignments', 'm(a = 1, b = a = 2, c = b === 2) {}'],
  ])('passes over %s in default values', (_what, source) => {
    expect(read(method(source))).toEqual(['a', 'b', 'c']);
  });

  it('gives no name to destructured parameters', () => {
    expect(read(method('m({ a, b: [c] }, [d, e] = [1, 2], f, { g } = {}) {}'))).toEqual(['?', '?', 'f', '?']);
  });

  it('marks rest parameters', () => {
    expect(read(method('m(a, ...b) {}'))).toEqual(['a', '...b']);
    expect(read(method('m(... /* all */ b) {}'))).toEqual(['...b']);
    expect(read(method('m(/* all */ ...[b, c]) {}'))).toEqual(['...?']);
  });

  it.each([
    ['async m(a, b) {}'],
    ['*m(a, b) {}'],
    ['async *m(a, b) {}'],
    ['async /* ( */ m /* ) */ (a, b) {}'],
    ['async m // (\n (a, b) {}'],
    ['m: function /* ( */ (a, b) {}'],
    ['get(a, b) {}'],
    ['async(a, b) {}'],
    ['"quoted(name"(a, b) {}'],
    ['42(a, b) {}'],
    ['[Symbol.for("x(y")](a, b) {}'],
    ['async [["x", "y"].map(name => name).join("(")](a, b) {}'],
    ['*[`a${"]"}(`](a, b) {}'],
    ['m: (a, b) => a'],
    ['m: async (a, b) => a'],
    ['m: function (a, b) {}'],
    ['m: async function* named(a, b) {}'],
  ])('finds the parameters of %s', source => {
    expect(read(method(source))).toEqual(['a', 'b']);
  });

  it('reads arrow functions without parentheses', () => {
    expect(read(evaluate('a => a(1, 2)'))).toEqual(['a']);
    expect(read(evaluate('async a => (a, 2)'))).toEqual(['a']);
  });

  it('reads static and class methods', () => {
    const target = evaluate('class { static m(a, b = (1, 2)) {} }') as unknown as { m: AnyFunction };
    expect(read(target.m)).toEqual(['a', 'b']);
  });

  it('knows nothing of functions without source', () => {
    expect(read(method('m(a) {}').bind(undefined))).toEqual([]);
    expect(read(Math.max)).toEqual([]);
  });
});
