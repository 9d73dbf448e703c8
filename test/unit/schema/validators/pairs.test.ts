import * as v from 'class-validator';
import fc from 'fast-check';
import type { FieldOptions } from '../../../../src/schema/field.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { Field, problemsOf, typedClass } from '../fast/build.js';

type Decorate = (options?: v.ValidationOptions) => PropertyDecorator;

/** Rules for text: keywords that say everything, keywords beside a check, checks alone and rules of no type. */
const rules: Readonly<Record<string, Decorate>> = {
  Length: o => v.Length(1, 20, o),
  MinLength: o => v.MinLength(2, o),
  MaxLength: o => v.MaxLength(12, o),
  Matches: o => v.Matches(/^[a-z0-9.:-]+$/i, o),
  Sticky: o => v.Matches(/[a-z0-9]/y, o),
  Contains: o => v.Contains('a', o),
  NotContains: o => v.NotContains('b', o),
  IsIn: o => v.IsIn(['a', 'ab', '127.0.0.1', '2020-01-01'], o),
  IsNotIn: o => v.IsNotIn(['a', '127.0.0.1'], o),
  Equals: o => v.Equals('ab', o),
  NotEquals: o => v.NotEquals('ab', o),
  NotEmpty: o => v.IsNotEmpty(o),
  Empty: o => v.IsEmpty(o),
  Email: o => v.IsEmail({}, o),
  UUID: o => v.IsUUID('4', o),
  URL: o => v.IsUrl({}, o),
  IP: o => v.IsIP(undefined, o),
  IP4: o => v.IsIP('4', o),
  ISO8601: o => v.IsISO8601({}, o),
  DateString: o => v.IsDateString({}, o),
  RFC3339: o => v.IsRFC3339(o),
  Base64: o => v.IsBase64({}, o),
  JSON: o => v.IsJSON(o),
  Alpha: o => v.IsAlpha(undefined, o),
  AlphaDE: o => v.IsAlpha('de-DE', o),
  Lower: o => v.IsLowercase(o),
  NumberString: o => v.IsNumberString({}, o),
  Hash: o => v.IsHash('md5', o),
  Bytes: o => v.IsByteLength(0, 5, o),
  Port: o => v.IsPort(o),
};

const texts: readonly string[] = [
  ...fc.sample(fc.string({ maxLength: 14, unit: 'grapheme' }), { numRuns: 8, seed: 7 }),
  ...['', ' ', 'a', 'b', 'A', 'ab', 'abc', 'a\nc', 'a-b', 'aa', 'X1', '1', '0', '080', '8080', '1.5', 'ä'],
  ...['127.0.0.1', '::1', '256.1.1.1', '2020-01-01', '2020-02-30', '2020-W01', '2020-01-01T00:00:00Z'],
  ...['2020-01-01T00:00:00+01:00', 'a@b.co', 'a.co', 'http://a.co', 'YWI=', '{"a":1}', '\u{1F600}'],
  ...['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'd41d8cd98f00b204e9800998ecf8427e', 'x'.repeat(25)],
];

/** Tried in every mode: alternatives, negation, bounds and constants each meet other keywords in their own way. */
const TELLING = ['IP', 'DateString', 'NotContains', 'Length', 'Equals', 'Empty'];

type Mode = 'alone' | 'each' | 'optional' | 'nullable' | 'stated';
const STATED: Readonly<Partial<Record<Mode, FieldOptions>>> = {
  nullable: { nullable: true },
  // Looser than every rule, and an alternative more: neither may loosen anything.
  stated: { maxLength: 30, anyOf: [{ type: 'string' }], not: { const: '!' } },
};

/** A property for each pair, named after it. */
function classOf(mode: Mode, pairs: readonly string[]): new () => object {
  class Subject {}
  const { prototype } = Subject;
  for (const pair of pairs) {
    Reflect.defineMetadata('design:type', mode === 'each' ? Array : String, prototype, pair);
    if (mode === 'each') v.IsString({ each: true })(prototype, pair);
    if (mode === 'optional') v.IsOptional()(prototype, pair);
    if (STATED[mode] !== undefined) Field(STATED[mode])(prototype, pair);
    for (const name of pair.split(' ')) rules[name]?.(mode === 'each' ? { each: true } : {})(prototype, pair);
  }
  return Subject;
}

/** Without the pairs that leave no value: those are problems of their declaration, which other tests are about. */
function declarable(mode: Mode, pairs: readonly string[]): readonly string[] {
  const problems = problemsOf(() => typedClass(classOf(mode, pairs)));
  const wrong = new Set(problems.map(problem => problem.where.split('.')[1]));
  return pairs.filter(pair => !wrong.has(pair));
}

async function findAcceptedThoughRefused(mode: Mode, first: string): Promise<readonly string[]> {
  const names = Object.keys(rules);
  const seconds = mode === 'alone' ? names.slice(names.indexOf(first)) : names;
  const pairs = seconds.map(second => `${first} ${second}`);
  const declared = declarable(mode, pairs);
  const subject = classOf(mode, declared);
  const plan = compilePlan(typedClass(subject));
  const found: string[] = [];
  for (const value of [...texts, null]) {
    const sent = Object.fromEntries(declared.map(pair => [pair, mode === 'each' ? [value] : value]));
    const result = await plan.run(sent);
    const refused = new Set(result.ok ? [] : result.issues.map(issue => issue.path.split('/')[1]));
    const errors = v.validateSync(Object.assign(new subject(), sent)).map(error => error.property);
    // Looser on purpose: null is what `nullable` adds.
    if (mode === 'nullable' && value === null) continue;
    found.push(...errors.filter(pair => !refused.has(pair)).map(pair => `${pair}: ${String(value)}`));
  }
  return found;
}

describe('two rules on one property', () => {
  it.each<Mode>(['alone', 'each', 'optional', 'nullable', 'stated'])(
    'admit nothing that class-validator refuses: %s',
    async mode => {
      const found = await Promise.all(
        (mode === 'alone' ? Object.keys(rules) : TELLING).map(async first =>
          findAcceptedThoughRefused(mode, first),
        ),
      );
      expect(found.flat()).toEqual([]);
    },
    30_000,
  );
});
