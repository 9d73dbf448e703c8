import { checkArgumentSize } from '../../../../src/schema/plan/argument-size.js';
import { parseArguments } from '../../../../src/schema/plan/parse-arguments.js';

const limits = { maxDepth: 64, maxBytes: 1024 * 1024 };
const refusal = (sent: unknown, bounds = limits): string => {
  const parsed = parseArguments(sent, bounds);
  if (parsed.ok) throw new Error('parsed');
  return parsed.issues.map(issue => `${issue.path}: ${issue.expected} <- ${issue.received}`).join();
};
const nested = (levels: number): unknown => {
  let value: unknown = {};
  for (let i = 1; i < levels; i++) value = i % 2 === 0 ? { a: value } : [value];
  return value;
};

describe('arguments', () => {
  it('are parsed from text or taken as objects', () => {
    expect(parseArguments('{"a":1}', limits)).toEqual({ ok: true, value: { a: 1 }, repairs: [] });
    const given = { a: 1 };
    expect(parseArguments(given, limits)).toEqual({ ok: true, value: given, repairs: [] });
  });

  it.each<[string, object]>([
    ['a Map', new Map([['a', 1]])],
    ['a Set', new Set(['a'])],
    ['a Date', new Date(0)],
    ['a Promise', Promise.resolve({ a: 1 })],
    ['an ArrayBuffer', new ArrayBuffer(8)],
  ])('are refused as an object that shows none of its content: %s', (received, sent) => {
    expect(refusal(sent)).toBe(`: an object <- ${received}`);
  });

  it('may be instances of a class', () => {
    class Point {
      x = 1;
    }
    expect(parseArguments(new Point(), limits)).toMatchObject({ ok: true, value: { x: 1 } });
  });

  it('may be missing: silently when nothing was sent, else with a repair', () => {
    expect(parseArguments(undefined, limits)).toEqual({ ok: true, value: {}, repairs: [] });
    for (const sent of [null, '', ' \n']) {
      expect(parseArguments(sent, limits)).toEqual({
        ok: true,
        value: {},
        repairs: [{ path: '', rule: 'absent-to-object', from: sent, to: {} }],
      });
    }
    expect(parseArguments('null', limits)).toMatchObject({ value: {}, repairs: [{ from: null }] });
  });

  it.each([
    ['{"a": abc}', 'a JSON value at character 7 <- "a"'],
    ['{"a": 1', "',' or '}' at character 8 <- the end of the text"],
    ['[1 2]', "',' or ']' at character 4 <- \"2\""],
    ['{"a" 1}', '\':\' at character 6 <- "1"'],
    ["{'a':1}", "a member name in double quotes or '}' at character 2 <- \"'\""],
    ['{"a":1,}', 'a member name in double quotes at character 8 <- "}"'],
    ['[1,]', 'a JSON value at character 4 <- "]"'],
    ['{"a":1} x', 'nothing more at character 9 <- "x"'],
    ['{"a":"x', 'a JSON value at character 6 <- a text that does not end or has a wrong escape'],
    ['{"a":"\\x"}', 'a JSON value at character 6 <- a text that does not end or has a wrong escape'],
    ['{"a":01}', 'a JSON value at character 6 <- "0"'],
    ['{"a":NaN}', 'a JSON value at character 6 <- "N"'],
    ['{"a":truee}', 'a JSON value at character 6 <- "t"'],
  ])('that are not JSON are refused with the place of the mistake: %s', (text, words) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(refusal(text)).toBe(`: JSON text: ${words}`);
  });

  it('that are not JSON are not echoed, however long they are', () => {
    expect(refusal(`{"password":"hunter2","text":"${'x'.repeat(900_000)}`)).not.toMatch(/hunter2|xx/);
    expect(refusal('['.repeat(500_000))).toContain('the end of the text');
  });

  it('are limited in UTF-8 bytes before they are parsed', () => {
    expect(refusal(`"${'ä'.repeat(60)}"`, { ...limits, maxBytes: 100 })).toBe(
      ': at most 100 bytes of JSON <- more than that',
    );
    expect(parseArguments(`"${'a'.repeat(60)}"`, { ...limits, maxBytes: 100 }).ok).toBe(true);
    expect(refusal('{"a":'.repeat(50), { ...limits, maxBytes: 100 })).toContain('at most 100 bytes');
    expect(refusal({ a: 'ä'.repeat(60) }, { ...limits, maxBytes: 100 })).toContain('at most 100 bytes');
  });

  it('are limited in depth, as text and as objects, without overflow', () => {
    expect(parseArguments(JSON.stringify(nested(64)), limits).ok).toBe(true);
    expect(refusal(JSON.stringify(nested(65)))).toContain('at most 64 levels');
    expect(parseArguments(nested(64), limits).ok).toBe(true);
    expect(refusal(nested(65))).toContain('at most 64 levels');
    expect(refusal(nested(200_000))).toContain('at most 64 levels');
    expect(refusal(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toContain('at most 64 levels');
  });

  it('may share objects but have no cycles', () => {
    const shared = { x: 1 };
    expect(parseArguments({ a: shared, b: [shared] }, limits).ok).toBe(true);
    const cyclic: Record<string, unknown> = { list: [] };
    (cyclic['list'] as unknown[]).push(cyclic);
    expect(refusal(cyclic)).toContain('/list/0: data without a cycle');
  });

  it('have no own __proto__ member anywhere', () => {
    expect(checkArgumentSize(JSON.parse('{"a":[{"__proto__":1}]}'), limits)?.path).toBe('/a/0/__proto__');
  });
});
