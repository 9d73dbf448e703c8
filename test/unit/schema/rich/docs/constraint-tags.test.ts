import { parseDoc } from '../../../../../src/schema/rich/docs/parse-doc.js';

const read = (line: string) => parseDoc(`/**\n * Text.\n * ${line}\n */`);

describe('constraint tags', () => {
  it.each<[string, object]>([
    ['@minimum 1', { minimum: 1 }],
    ['@minimum -1.5e3', { minimum: -1500 }],
    ['@maximum 0', { maximum: 0 }],
    ['@exclusiveMinimum 0', { exclusiveMinimum: 0 }],
    ['@exclusiveMaximum 10', { exclusiveMaximum: 10 }],
    ['@multipleOf 0.01', { multipleOf: 0.01 }],
    ['@minLength 0', { minLength: 0 }],
    ['@maxLength 20', { maxLength: 20 }],
    ['@minItems 1', { minItems: 1 }],
    ['@maxItems 2', { maxItems: 2 }],
    ['@minProperties 1', { minProperties: 1 }],
    ['@maxProperties 2', { maxProperties: 2 }],
    ['@uniqueItems', { uniqueItems: true }],
    ['@uniqueItems true', { uniqueItems: true }],
    ['@uniqueItems false', { uniqueItems: false }],
    ['@format date-time', { format: 'date-time' }],
    ['@title Where it is', { title: 'Where it is' }],
    ['@pattern ^[a-z]+@[a-z]+$', { pattern: '^[a-z]+@[a-z]+$' }],
    ['@pattern `^a{2}$`', { pattern: '^a{2}$' }],
    ['@pattern ^/api/.*', { pattern: '^/api/.*' }],
    ['@pattern ^\\p{L}+$', { pattern: '^\\p{L}+$' }],
    ['@type integer', { type: 'integer' }],
    ['@type {integer}', { type: 'integer' }],
    ['@asType integer', { type: 'integer' }],
    ['@TJS-type integer', { type: 'integer' }],
    ['@TJS-minimum 3', { minimum: 3 }],
    ['@type {string}', {}],
    ['@examples [1, {"a": "b"}]', { examples: [1, { a: 'b' }] }],
  ])('%s', (line, keywords) => {
    expect(read(line)).toMatchObject({ description: 'Text.', problems: [], warnings: [] });
    expect(read(line).keywords).toEqual(keywords);
  });

  it.each<[string, RegExp]>([
    ['@minimum abc', /^its comment has '@minimum abc', which is not understood\.$/],
    ['@minimum', /^its comment has '@minimum' without a value\.$/],
    ['@minimum 1 apple', /1 apple/],
    ['@minimum 0x10', /0x10/],
    ['@minimum 1e999', /1e999/],
    ['@minimum NaN', /NaN/],
    ['@minimum 01', /01/],
    ['@minimum "1"', /"1"/],
    ['@multipleOf 0', /0/],
    ['@multipleOf -2', /-2/],
    ['@minLength -1', /-1/],
    ['@maxLength 1.5', /1\.5/],
    ['@minItems many', /many/],
    ['@maxItems 1e300', /1e300/],
    ['@maxProperties', /without a value/],
    ['@uniqueItems yes', /yes/],
    ['@format', /without a value/],
    ['@format date time', /date time/],
    ['@title', /without a value/],
    ['@pattern', /without a value/],
    ['@pattern [a-', /\[a-/],
    ['@pattern /^a$/i', /\/\^a\$\/i/],
    ['@asType string', /string/],
    ['@TJS-type number', /number/],
    ['@examples 1, 2', /1, 2/],
    ['@examples {"a": 1}', /"a"/],
  ])('%s is a problem', (line, seen) => {
    const { keywords, problems } = read(line);
    expect(keywords).toEqual({});
    expect(problems).toEqual([
      { seen: expect.stringMatching(seen), fix: expect.stringMatching(/^[a-z].*\.$/) },
    ]);
  });

  it('take the text below them as theirs, so that none gets lost unseen', () => {
    expect(read('@minimum 1\n *\n * More on it.').problems).toHaveLength(1);
  });

  it('can span lines where JSON can', () => {
    expect(read('@examples [\n *   1,\n *   2\n * ]').keywords).toEqual({ examples: [1, 2] });
  });

  it('contradict each other loudly', () => {
    expect(read('@minimum 1\n * @minimum 2').problems[0]?.seen).toBe(
      "its comment has '@minimum' twice, with different values.",
    );
    expect(read('@minimum 1\n * @minimum 1.0').problems).toEqual([]);
  });

  it('show only the start of a long value', () => {
    expect(read(`@minimum ${'x'.repeat(10_000)}`).problems[0]?.seen.length).toBeLessThan(150);
  });
});
