import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { renderIssues } from '../../../../src/schema/plan/render-issues.js';
import { member, refuse, run } from './plan-support.js';

const explain = (schema: JsonSchema, value: unknown): string =>
  renderIssues(refuse(run(schema, value)).issues);

describe('an issue', () => {
  it.each<[JsonSchema, unknown, string]>([
    [{ type: 'integer', minimum: 1, maximum: 10 }, 2.7, 'an integer from 1 to 10, received a number 2.7'],
    [
      { type: 'number', minimum: 1, multipleOf: 5 },
      6,
      'a number that is a multiple of 5, received a number 6',
    ],
    [{ type: 'number', exclusiveMinimum: 1 }, 1, 'a number greater than 1, received a number 1'],
    [{ type: 'number', maximum: 1 }, 2, 'a number of at most 1, received a number 2'],
    [{ enum: ['a', 'b'] }, 3.5, "one of 'a', 'b', received a number 3.5"],
    [{ const: 1 }, 2, 'exactly 1, received a number 2'],
    [
      { type: 'string', pattern: '^ORD-\\d{6}$' },
      'abc',
      'text matching ^ORD-\\d{6}$, received the text "abc"',
    ],
    [{ type: 'string', minLength: 2, maxLength: 4 }, 'a', 'text of 2 to 4 characters, received the text "a"'],
    [{ type: 'string' }, null, 'text, received null'],
    [
      { type: 'string', format: 'date-time' },
      'x',
      'a date-time such as 2026-01-31T09:30:00Z, received the text "x"',
    ],
    [{ type: 'boolean' }, 'no', 'true or false, received the text "no"'],
    [{ type: 'object' }, [1, 2], 'an object, received an array with 2 items'],
    [
      { type: 'array', minItems: 1 },
      { a: 1 },
      'an array of at least 1 item, received an object with 1 member',
    ],
    [
      { type: 'array', uniqueItems: true },
      [1, 1],
      'an array of different items, received an array with 2 items',
    ],
    [{ type: ['number', 'null'] }, {}, 'one of: a number; null, received an object with 0 members'],
    [{ type: 'null' }, false, 'null, received false'],
  ])('of %j about %j says what is expected and received', (schema, value, words) => {
    expect(explain(member(schema), { v: value })).toBe(`- /v: expected ${words}.`);
  });

  it('names a missing member by its own path and description', () => {
    expect(explain(member({ type: 'integer', minimum: 1 }), {})).toBe(
      '- /v: expected an integer of at least 1 (required), received nothing.',
    );
  });

  it('about an unknown member gives the nearest names, or all of them', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { orderId: { type: 'string' }, amount: { type: 'number' } },
      additionalProperties: false,
    };
    expect(explain(schema, { orderID: 'x' })).toBe(
      `- /orderID: expected no member of this name, received the text "x". Did you mean 'orderId'?`,
    );
    expect(explain(schema, { somethingElse: 1 })).toContain('Known members: orderId, amount.');
  });

  it('about a mistyped allowed value gives the nearest one', () => {
    expect(explain(member({ enum: ['high', 'low'] }), { v: 'hihg' })).toContain("Did you mean 'high'?");
  });

  it('cuts long text at 40 characters and never shows objects', () => {
    const words = explain(member({ type: 'number' }), { v: 'x'.repeat(500) });
    expect(words).toContain(`"${'x'.repeat(40)}…"`);
    expect(words).not.toContain('x'.repeat(41));
    expect(explain(member({ type: 'number' }), { v: { secret: 'hunter2' } })).not.toContain('hunter2');
  });

  it('is given for every problem; a long list is cut with the number of the rest', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'number' } }, b: { type: 'boolean' } },
      required: ['b'],
    };
    const { issues } = refuse(run(schema, { list: Array.from({ length: 25 }, () => 'x') }));
    expect(issues).toHaveLength(26);
    const lines = renderIssues(issues).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe('and 6 more');
  });

  it('names the whole as root', () => {
    expect(explain({ type: 'object' }, [])).toBe(
      '- (root): expected an object, received an array with 0 items.',
    );
  });
});

describe('issues of unions', () => {
  const shape: JsonSchema = {
    anyOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, r: { type: 'number' } },
        required: ['kind', 'r'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'square' }, a: { type: 'number' } },
        required: ['kind', 'a'],
      },
      { type: 'null' },
    ],
  };

  it('explain only the branch that the discriminator chose', () => {
    expect(explain(member(shape), { v: { kind: 'square', a: true } })).toBe(
      '- /v/a: expected a number, received true.',
    );
  });

  it('list the allowed discriminators when none matches or none was given', () => {
    const expected = "- /v/kind: expected one of 'circle', 'square'";
    expect(explain(member(shape), { v: { kind: 'oval' } })).toBe(`${expected}, received the text "oval".`);
    expect(explain(member(shape), { v: {} })).toBe(`${expected} (required), received nothing.`);
  });

  it('otherwise list the alternatives', () => {
    expect(explain(member({ anyOf: [{ type: 'number' }, { type: 'array', items: {} }] }), { v: 'x' })).toBe(
      '- /v: expected one of: a number; an array, received the text "x".',
    );
  });

  it('refuse a value that fits two exclusive branches', () => {
    const schema = member({ oneOf: [{ type: 'number' }, { type: 'integer' }] });
    expect(explain(schema, { v: 1 })).toContain('fits only one of: a number; an integer');
    expect(run(schema, { v: 1.5 }).ok).toBe(true);
  });
});
