import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import { getMetadataStorage, validate } from 'class-validator';
import fc from 'fast-check';
import { type JsonSchema } from '../../src/schema/json-schema.js';
import { findBuiltInRule } from '../../src/schema/validators/built-in.js';
import { ruleTable } from '../../src/schema/validators/rule-table.js';
import { type ValidationRecord } from '../../src/schema/validators/validation-records.js';
import { type Looseness, type ValidatorRule } from '../../src/schema/validators/validator-rule.js';
import { seed } from './seed.js';
import { validatorCatalogue } from './validator-catalogue.js';

const names = Object.keys(ruleTable);
const RUNS = { numRuns: 400, seed };
const looserSide = (name: string): Looseness | undefined => ruleTable[name]?.looser;

/** Formats are annotations in 2020-12; only that of a Date is asserted, by the type itself. */
const annotating = new Ajv2020({ validateFormats: false, strict: false, logger: false });
const asserting = new Ajv2020({ strict: false, logger: false });
formatsOf.default(asserting);

interface Subject {
  readonly name: string;
  readonly rule: ValidatorRule;
  readonly schema: JsonSchema;
  readonly admittedBySchema: (value: unknown) => boolean;
  readonly admittedByValidator: (value: unknown) => Promise<boolean>;
}

/** A property that carries one decorator, as the rule table and as class-validator see it. */
function subjectOf(name: string, decorate: PropertyDecorator): Subject {
  class Bearer {
    value: unknown;
  }
  decorate(Bearer.prototype, 'value');
  const [record] = getMetadataStorage().getTargetValidationMetadatas(Bearer, '', true, false);
  const constraints = (record?.constraints ?? []) as readonly unknown[];
  const rule = ruleTable[name] as ValidatorRule;
  const type = typeof rule.type === 'function' ? rule.type(constraints) : (rule.type ?? rule.assumedType);
  const schema: JsonSchema = { ...rule.keywords?.(constraints), ...(type === undefined ? {} : { type }) };
  const check = (rule.isDate === true ? asserting : annotating).compile(schema);
  const Target = rule.instanceOf?.(constraints) as (new () => object) | undefined;
  return {
    name,
    rule,
    schema,
    admittedBySchema: value => check(value),
    async admittedByValidator(value) {
      const bearer = new Bearer();
      bearer.value = typedValue(value, rule, Target);
      try {
        return (await validate(bearer)).length === 0;
      } catch {
        return false; // Some validators throw on values they did not foresee, e.g. numbers with an exponent.
      }
    },
  };
}

/** `Date` reads much that no date-time is; ajv-formats lets any white space stand for the T. */
function dateOf(text: string): Date {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T\s](.*)$/i.exec(text) ?? [];
  return new Date(day === undefined ? NaN : `${day}T${time ?? ''}`.toUpperCase());
}

/** What the property holds once the value is hydrated. */
function typedValue(value: unknown, rule: ValidatorRule, Target: (new () => object) | undefined): unknown {
  if (rule.isDate === true && typeof value === 'string') return dateOf(value);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return Target !== undefined && isObject ? Object.assign(new Target(), value) : value;
}

const letters = fc.constantFrom(
  'a',
  'A',
  'b',
  '0',
  '7',
  '.',
  ':',
  '-',
  '+',
  '#',
  ' ',
  'ä',
  '\uFE0F',
  '😀',
  '\n',
);
const anything = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ maxLength: 4, unit: 'grapheme' }),
  fc.string({ maxLength: 5, unit: letters }),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.constantFrom<unknown>('a', 'A', 'b', 1, 2, null), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom<unknown>(1, null, ''), { noNullPrototype: true }),
  fc.boolean(),
);

/** Too rare in samples: one character for class-validator, two for JSON Schema. */
const DISPUTED = ['a\uFE0F'];

/** Values like those that are accepted, and values made from the pattern itself. */
function valuesFor({ schema }: Subject, accepted: readonly unknown[]): fc.Arbitrary<unknown> {
  const known = fc.constantFrom(...accepted, '');
  const texts = accepted.filter(value => typeof value === 'string');
  const altered = fc
    .tuple(fc.constantFrom(...texts, 'a'), fc.nat(40), letters)
    .map(([text, at, letter]) => text.slice(0, at) + letter + text.slice(at + 1));
  const otherTypes = fc.constantFrom(
    ...texts.map(Number).filter(Number.isFinite),
    ...texts.map(text => [text]),
    0,
  );
  const { pattern = '[^' } = schema;
  // fast-check finds next to nothing for a negated class.
  const matching = pattern.includes('[^') ? [] : [fc.stringMatching(new RegExp(pattern, 'u'))];
  return fc.oneof(anything, known, altered, otherTypes, ...matching);
}

interface Found {
  readonly schema: unknown[];
  readonly validator: unknown[];
}

/** The values on which the advertised schema and class-validator disagree, by the side that admits them. */
async function findDisagreements(name: string): Promise<Found> {
  const found: Found = { schema: [], validator: [] };
  const { variants, accepted } = validatorCatalogue.get(name)!;
  for (const decorate of variants) {
    const subject = subjectOf(name, decorate);
    // Null is what `nullable` and `@IsOptional` are about, whatever else a property carries.
    const samples = fc.sample(valuesFor(subject, accepted), RUNS);
    for (const value of [...accepted, ...DISPUTED, ...samples].filter(each => each !== null)) {
      const bySchema = subject.admittedBySchema(value);
      const byValidator = await subject.admittedByValidator(value);
      if (bySchema && !byValidator) found.schema.push(value);
      if (!bySchema && byValidator) found.validator.push(value);
    }
  }
  return found;
}

describe('the advertised schema beside class-validator', () => {
  it('is tried for every validator in the table, which recognises each', () => {
    expect([...validatorCatalogue.keys()].sort()).toEqual([...names].sort());
    for (const [name, { variants }] of validatorCatalogue) {
      const [first] = variants;
      class Bearer {
        value: unknown;
      }
      first?.(Bearer.prototype, 'value');
      const [record] = getMetadataStorage().getTargetValidationMetadatas(Bearer, '', true, false);
      expect([name, findBuiltInRule(record as unknown as ValidationRecord)]).toEqual([name, ruleTable[name]]);
    }
  });

  it.each(names.filter(name => looserSide(name) === undefined))('admits exactly the same: %s', async name => {
    expect({ seed, ...(await findDisagreements(name)) }).toEqual({ seed, schema: [], validator: [] });
  });

  it.each(names.filter(name => looserSide(name) !== undefined))(
    'is looser or stricter only where the table says so: %s',
    async name => {
      const found = await findDisagreements(name);
      const sides = Object.entries(found).flatMap(([side, values]) => (values.length > 0 ? [side] : []));
      const expected = looserSide(name) === 'both' ? ['schema', 'validator'] : [looserSide(name)];
      expect({ seed, sides }).toEqual({ seed, sides: expected });
    },
  );
});

describe('a rule', () => {
  it('that needs a check says on which side it is loose', () => {
    // @ts-expect-error -- says nothing
    const silent: ValidatorRule = { enforcedBy: 'check', expected: 'a thing' };
    // @ts-expect-error -- nobody would run the validator
    const ignored: ValidatorRule = { enforcedBy: 'keywords', looser: 'schema' };
    expect([silent.looser, ignored.enforcedBy]).toEqual([undefined, 'keywords']);
  });
});

describe('docs/validators.md', () => {
  const text = readFileSync(new URL('../../docs/validators.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter(line => /^\| .*`@/.test(line));
  const kindOf = ({ enforcedBy, looser }: ValidatorRule): string => `${enforcedBy} ${looser ?? 'neither'}`;

  it('lists every validator once, in the row of its kind', () => {
    const documented = rows.map(row => [...row.matchAll(/`@(\w+)`/g)].map(([, name]) => name));
    const kinds = ['keywords neither', 'keywords validator', 'check schema', 'check both'];
    const expected = kinds.map(kind =>
      names
        .filter(name => kindOf(ruleTable[name] as ValidatorRule) === kind)
        .map(name => validatorCatalogue.get(name)!.decorator)
        .sort(),
    );
    expect(documented).toEqual(expected);
    expect(expected.flat()).toHaveLength(names.length);
  });
});
