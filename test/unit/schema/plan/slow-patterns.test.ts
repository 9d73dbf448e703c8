import { Matches } from 'class-validator';
import fc from 'fast-check';
import { systemClock } from '../../../../src/foundation/clock.js';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePattern } from '../../../../src/schema/plan/pattern.js';
import { estimateCost } from '../../../../src/schema/plan/pattern-cost.js';
import { guardFor, resetPatternBudget, TooSlowPattern } from '../../../../src/schema/plan/pattern-guard.js';
import { compilePlan, type PlanResult } from '../../../../src/schema/plan/plan.js';
import { renderIssues } from '../../../../src/schema/plan/render-issues.js';
import { SEEDED } from '../../../property/seed.js';
import { typedClass } from '../fast/build.js';
import { accept, compileRawPlan, member, refuse } from './plan-support.js';

interface Timed {
  readonly result: PlanResult;
  readonly ms: number;
}

/** Far more than the guard takes on a busy machine, far less than what it guards against. */
const SOON_MS = 5_000;

async function timed(run: () => PlanResult | Promise<PlanResult>): Promise<Timed> {
  const begun = systemClock.monotonicMs();
  const result = await run();
  return { result, ms: systemClock.monotonicMs() - begun };
}

const texts: JsonSchema = { type: 'object', properties: { v: { type: 'array' } } };
const listOf = (items: JsonSchema): JsonSchema => ({ ...texts, properties: { v: { type: 'array', items } } });

const A = 'a'.repeat(60);

describe('a pattern that is slow on some text', () => {
  it.each<[string, string]>([
    ['(a+)+$', `${A}!`],
    ['(a|aa)+$', `${A}!`],
    ['(a|a){60}$', `${A}!`],
    ['(.*)*x', A],
    ['(.*){1,32000}[bc]', A],
    ['^(\\w+\\s?)*$', 'word '.repeat(40) + '!'],
    ['^(?=(a+)+$)', `${A}!`],
    ['(?<!^(a+)+)b', `${A}b`],
    ['(?<!(a|a)*c)$', A.repeat(20)],
    ['^(a+)\\1*(\\1)*\\1+b$', A.repeat(60)],
    ['((((a*)*)*)*)*b', A],
    ['^((|a)|)*b', A],
    ['(\\b|\\b){60}!', 'a'],
    ['([a-z]+)*\\-', A],
  ])('refuses what it takes too long for, and names it: %s', async (pattern, text) => {
    const plan = compileRawPlan(member({ type: 'string', pattern }));
    const { result, ms } = await timed(() => plan.run({ v: text }));
    expect(ms).toBeLessThan(SOON_MS);
    if (result.ok) return;
    expect(result.issues).toHaveLength(1);
    expect(result.issues[0]).toMatchObject({ path: '/v' });
  });

  it('says what to do about it', () => {
    const plan = compileRawPlan(member({ type: 'string', pattern: '(a+)+$' }));
    const { issues } = refuse(plan.run({ v: `${A}!` }) as PlanResult);
    expect(renderIssues(issues)).toMatch(
      /^- \/v: expected a shorter or plainer text: the pattern \(a\+\)\+\$ takes too long to check on this one, received the text "aaa/,
    );
  });

  it('judges the next value as ever', () => {
    const plan = compileRawPlan(member({ type: 'string', pattern: '^(a+)+$' }));
    expect(plan.run({ v: `${A}!` })).toMatchObject({ ok: false });
    expect(plan.run({ v: A })).toMatchObject({ ok: true });
    expect(plan.run({ v: 'b' })).toMatchObject({
      ok: false,
      issues: [{ expected: 'text matching ^(a+)+$' }],
    });
  });

  it.each([
    ['\\s+$', ' '],
    ['a.*b.*c', 'ab'],
    ['^\\d+\\d+\\d+$', '1'],
    ['(?<=x\\s*)y\\b|z+$', 'z '],
  ])('is bounded on a megabyte: %s', async (pattern, part) => {
    const plan = compileRawPlan(member({ type: 'string', pattern }));
    const text = `${part.repeat(1_000_000 / part.length)}!`;
    const { ms } = await timed(() => plan.run({ v: text }));
    expect(ms).toBeLessThan(SOON_MS);
  });

  it.each<[string, string]>([
    ['(a+)+$', `${A}!`],
    ['\\s+$', `${' '.repeat(1_000)}!`],
  ])('is bounded for all texts of a value together: %s', async (pattern, text) => {
    const plan = compileRawPlan(listOf({ type: 'string', pattern }));
    const v = Array.from({ length: 1_000 }, () => text);
    const { result, ms } = await timed(() => plan.run({ v }));
    expect(ms).toBeLessThan(SOON_MS);
    expect(result.ok).toBe(false);
  });

  it('is used for a thousand texts that it takes no time for', async () => {
    const plan = compileRawPlan(listOf({ type: 'string', pattern: '^(\\w+\\s?)*$' }));
    const { ok } = await plan.run({ v: Array.from({ length: 1_000 }, (_, index) => `word ${index}`) });
    expect(ok).toBe(true);
  });

  it.each<[string, JsonSchema, unknown]>([
    ['a name', { propertyNames: { pattern: '(a+)+$' } }, { [`${A}!`]: 1 }],
    ['a text', { not: { pattern: '(a+)+$' } }, `${A}!`],
    ['a branch', { oneOf: [{ pattern: '(a+)+$' }, { type: 'null', pattern: '(b+)+$' }] }, `${A}!`],
    ['a URL', { not: { format: 'url' } }, `http://${':'.repeat(900_000)} `],
  ])('is bounded where Ajv applies it, to %s', async (_, schema, v) => {
    const plan = compileRawPlan(member(schema));
    const { result, ms } = await timed(async () => plan.run({ v }));
    expect(ms).toBeLessThan(SOON_MS);
    expect(refuse(result).issues[0]?.expected).toContain('takes too long');
  });

  it('is bounded for the names of members, and the member is named', async () => {
    const schema = { type: 'object', patternProperties: { '(a+)+$': { type: 'number' } } } as const;
    const { result, ms } = await timed(() => compileRawPlan(member(schema)).run({ v: { [`${A}!`]: 1 } }));
    expect(ms).toBeLessThan(SOON_MS);
    const [issue] = refuse(result).issues;
    expect(issue).toMatchObject({ path: `/v/${A}!`, received: `the text "${A}!"` });
    expect(issue?.expected).toContain('takes too long');
  });

  it('is a mistake of its author where a property that the schema names is enough', () => {
    const properties = { [`${A}!`]: { type: 'number' } } as const;
    const patternProperties = { '(a+)+$': { type: 'number' } };
    const plan = compileRawPlan(member({ type: 'object', properties, patternProperties }));
    expect(() => plan.run({ v: {} })).toThrow(/pattern \(a\+\)\+\$ takes too long.* property name 'aaa/);
    const other = compileRawPlan(member({ type: 'object', patternProperties: { '^(b+)+$': {} } }));
    expect(other.run({ v: { bbb: 1 } })).toMatchObject({ ok: true });
  });

  it('keeps apart what Ajv would take for the same pattern', async () => {
    const schema = { allOf: [{ pattern: '^(a+)+$' }, { not: { pattern: '^(a+b?)+c$' } }] };
    const plan = compileRawPlan(member(schema));
    expect((await plan.run({ v: 'aa' })).ok).toBe(true);
    expect((await plan.run({ v: 'aac' })).ok).toBe(false);
  });

  it.each([/^(a+)+$/, /^([a-c]+)+$/i, /^(?:(a+)+|b)$/g])('is bounded in a class: %s', async expression => {
    class Subject {
      @Matches(expression)
      v!: string;
    }
    const plan = compilePlan(typedClass(Subject));
    const { result, ms } = await timed(() => plan.run({ v: `${A}!` }));
    expect(ms).toBeLessThan(SOON_MS);
    expect(refuse(result).issues).toMatchObject([{ path: '/v', expected: /takes too long/ }]);
    accept(await plan.run({ v: 'aaa' }));
  });

  it('is bounded in a class whose schema cannot state it', async () => {
    class Subject {
      @Matches(/^(ä+)+$/is)
      v!: string;
    }
    const plan = compilePlan(typedClass(Subject));
    const { result, ms } = await timed(() => plan.run({ v: `${'ä'.repeat(60)}!` }));
    expect(ms).toBeLessThan(SOON_MS);
    expect(refuse(result).issues).toMatchObject([{ path: '/v', expected: /takes too long/ }]);
  });
});

describe('a pattern that costs little', () => {
  it.each([
    '^ORD-\\d{6}$',
    '^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^https?://',
    '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    '^(red|green|blue)$',
    '^[a-z]+$',
    '[^\\u0000-\\u007F]',
  ])('is the expression itself: %s', source => {
    expect(compilePattern(source)).toEqual(new RegExp(source, 'u'));
  });
});

describe('a pattern that takes too long to prepare', () => {
  it.each([
    'a?'.repeat(60) + 'a'.repeat(60),
    '^' + 'a?'.repeat(60) + 'a'.repeat(60),
    '^' + '(a|b|)'.repeat(60) + 'a'.repeat(20),
    '(?:[a-c]?|x)'.repeat(24) + 'a'.repeat(20),
    'a{0,3}'.repeat(40) + 'aaa',
    '(?:(?:a?){3}){3}'.repeat(8) + 'aaa',
  ])('is a mistake of its author: %s', async pattern => {
    expect(() => compilePattern(pattern)).toThrow(/too many of its parts may be left out/);
    await expect((async () => compileRawPlan(member({ pattern })).run({ v: 'a' }))()).rejects.toThrow(
      /JSON Schema at \/properties\/v: It cannot be compiled: .*too many of its parts/s,
    );
  });

  it.each([
    '^' + '\\d?'.repeat(16) + '$',
    '^(\\+?\\d{1,3}[ -]?)?(\\(\\d{1,4}\\)[ -]?)?\\d{1,4}[ -]?\\d{1,4}[ -]?\\d{0,9}( ?x\\d{1,5})?$',
    `^(?:${Array.from({ length: 5_000 }, (_, index) => `word${index}`).join('|')})$`,
  ])('is none when it takes only a moment: %#', pattern => {
    const compiled = compilePattern(pattern);
    resetPatternBudget();
    const texts = ['', '1', '12345', '+49 (30) 123 x5', 'word4999', 'none'];
    expect(texts.map(text => compiled.test(text))).toEqual(
      texts.map(text => new RegExp(pattern, 'u').test(text)),
    );
  });

  it('takes its time out of that of the walk', () => {
    resetPatternBudget();
    const expression = new RegExp('a?'.repeat(24) + 'a'.repeat(20), 'u');
    // The time of an expression depends on the machine, that of this does not.
    const work = (): boolean => {
      const begun = process.cpuUsage();
      while (process.cpuUsage(begun).user + process.cpuUsage(begun).system < 2_000);
      return true;
    };
    const meetFirstText = (): boolean | undefined => guardFor(expression)?.('x', work);
    expect(meetFirstText()).toBe(true);
    expect(() => Array.from({ length: 1_000 }, meetFirstText)).toThrow(TooSlowPattern);
  });
});

describe('estimateCost', () => {
  it.each<[RegExp, number]>([
    [/^abc$/, 0],
    [/abc/, 1],
    [/^a+$/m, 2],
    [/^a|b+/, 2],
    [/^\s*\S+\s*$/, 3],
    [/^[(+*]\(\+\*$/, 0],
    [/^[\]+]$/, 0],
    [/^a{2}b{2,}$/, 1],
    [/^a{,5}$/, 0],
    [/^\u{61}\p{L}+$/u, 1],
    [new RegExp('^\\u{2,}$'), 1],
    [/^(?<name>a+)b$/, 1],
    [/^(?<!a+)b$/, 1],
    [/^(?:ab)+$/, 1],
    [/^(?:a?b)+$/, Infinity],
    [/^(?:a|b)*$/, Infinity],
    [/^((a+))*$/, Infinity],
    [/^(a)\1$/, Infinity],
    [/^(?<n>a)\k<n>$/, Infinity],
  ])('%s', (expression, exponent) => {
    expect(estimateCost(expression).exponent).toBe(exponent);
  });
});

describe('any pattern', () => {
  const atoms = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\w',
    '\\s',
    '\\d',
    '\\b',
    '^',
    '$',
    '\\}',
    'é',
  );
  const quantifiers = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?');
  const { pattern } = fc.letrec<{ pattern: string; piece: string; atom: string }>(tie => ({
    pattern: fc.array(tie('piece'), { maxLength: 4 }).map(pieces => pieces.join('')),
    piece: fc.oneof(
      fc.tuple(tie('atom'), quantifiers).map(([atom, quantifier]) => atom + quantifier),
      fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
      tie('pattern').map(inner => `(?=${inner})`),
      tie('pattern').map(inner => `(${inner})\\1`),
    ),
    atom: fc.oneof(
      { depthSize: 'small' },
      atoms,
      fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([open, inner]) => `${open}${inner})`),
    ),
  }));
  const text = fc.string({ maxLength: 10, unit: fc.constantFrom('a', 'b', ' ', '1', 'é', '}') });

  it('finds what its bare expression finds', () => {
    let guarded = 0;
    const property = fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 5 }), (source, all) => {
      const bare = expressionOf(source);
      if (bare === undefined || source.length > 40 || estimateCost(bare).paths > 100_000) return;
      const compiled = compilePattern(source);
      if (!(compiled instanceof RegExp)) guarded++;
      resetPatternBudget();
      for (const each of all) expect(compiled.test(each)).toBe(bare.test(each));
    });
    fc.assert(property, { ...SEEDED, numRuns: 1_000 });
    expect(guarded).toBeGreaterThan(20);
  });

  it('is refused for a text only by an error of its own', () => {
    resetPatternBudget();
    expect(() => compilePattern('(a+)+$').test(`${A}!`)).toThrow(TooSlowPattern);
    expect(() => compilePattern('(a+)+$').test('a')).toThrow(TooSlowPattern);
    resetPatternBudget();
    expect(compilePattern('(a+)+$').test('a')).toBe(true);
  });
});

function expressionOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}
