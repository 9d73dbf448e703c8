import fc from 'fast-check';
import { parseDoc } from '../../../../../src/schema/rich/docs/parse-doc.js';

const describeText = (text: string) => parseDoc(`/**\n * ${text.split('\n').join('\n * ')}\n */`).description;

describe('a code span that goes over lines', () => {
  it.each([
    ['Run `npx foo\n@scope/pkg` now.\n@param a b', 'Run `npx foo\n@scope/pkg` now.', ['a']],
    ['Reads `the\n@param line` of it.\n@param a b', 'Reads `the\n@param line` of it.', ['a']],
    ['A ` alone.\n@param a the ` too', 'A ` alone.', ['a']],
    ['A `lone one.\n\n@param a `b`', 'A `lone one.', ['a']],
    ['Text.\n@param a See `x\n@y` there.\n@param c d', 'Text.', ['a', 'c']],
  ])('holds no tags: %p', (text, description, params) => {
    const doc = parseDoc(`/**\n * ${text.split('\n').join('\n * ')}\n */`);
    expect(doc.description).toBe(description);
    expect([...doc.params.keys()]).toEqual(params);
    expect(doc.warnings).toEqual([]);
  });

  it('is text of a parameter too', () => {
    const { params } = parseDoc('/**\n * Text.\n * @param a See `x\n * @y` there.\n */');
    expect(params.get('a')).toEqual({ description: 'See `x\n@y` there.' });
  });
});

describe('the text of a comment', () => {
  it.each([
    ['{@link X | label}', 'label'],
    ['{@link X|label}', 'label'],
    ['{@link X label of two}', 'label of two'],
    ['{@link X}', 'X'],
    ['{@link X | }', 'X'],
    ['{@link  a.b#c }', 'a.b#c'],
    ['{@link https://example.org/a?b=c | here}', 'here'],
    ['[here]{@link X}', 'here'],
    ['{@linkcode X} and {@linkplain Y | z}', 'X and z'],
    ['{@link X\n| label}', 'label'],
    ['See {@link X | a}, {@link Y | b}.', 'See a, b.'],
    ['`{@link X}` stays', '`{@link X}` stays'],
    ['```\n{@link X}\n```', '```\n{@link X}\n```'],
    ['{@link X never closed', '{@link X never closed'],
    ['a@b.c <b>bold</b> {word} {a: 1} # ~ &amp;', 'a@b.c <b>bold</b> {word} {a: 1} # ~ &amp;'],
    ['\\@param is a tag', '@param is a tag'],
    ['ends with *\\/ and `*\\/`', 'ends with */ and `*/`'],
    ['{@inheritDoc}', undefined],
    ['{@inheritDoc Base.find} More.', 'More.'],
    ['one  \ntwo\t\n\n\n\nthree', 'one\ntwo\n\nthree'],
    ['- a\n  - b\n* c', '- a\n  - b\n* c'],
    ['```ts\na\n\n\n\n  b\n```', '```ts\na\n\n\n\n  b\n```'],
    ['Ünïcode 日本語 🍎 \u200b end', 'Ünïcode 日本語 🍎 \u200b end'],
  ])('%j', (text, expected) => {
    expect(describeText(text)).toBe(expected);
  });
});

describe('the frame of a comment', () => {
  it.each([
    ['nothing', '', undefined],
    ['no comment', 'text', undefined],
    ['an empty comment', '/**/', undefined],
    ['an empty doc comment', '/***/', undefined],
    ['stars only', '/****/', undefined],
    ['space only', '/** \t */', undefined],
    ['empty lines', '/**\n *\n\n *\n */', undefined],
    ['a plain block comment', '/* text */', undefined],
    ['a line comment', '// text', undefined],
    ['text beside both marks', '/** one\n * two */', 'one\ntwo'],
    ['no leading stars', '/**\n   one\n     two\n\n   three\n*/', 'one\n  two\n\nthree'],
    ['no leading stars, text on the first line', '/** one\n    two\n    three */', 'one\ntwo\nthree'],
    ['stars without a space', '/**\n *one\n *two\n */', 'one\ntwo'],
    ['Windows line ends', '/**\r\n * one\r\n * two\r\n */', 'one\ntwo'],
    ['old line ends', '/**\r * one\r * two\r */', 'one\ntwo'],
    ['tabs', '/**\n\t * one\n\t *\ttwo\n\t */', 'one\ntwo'],
    ['space around it', '  \n/** one */\n  ', 'one'],
    ['indented code under a paragraph', '/**\n * one\n *\n *     two\n */', 'one\n\n    two'],
    ['a missing end', '/** one', undefined],
  ])('%s', (_, raw, description) => {
    expect(parseDoc(raw)).toEqual({
      ...(description === undefined ? {} : { description }),
      params: new Map(),
      examples: [],
      keywords: {},
      tags: new Map(),
      problems: [],
      warnings: [],
    });
  });
});

it('keeps tags in a code fence as text, and warns when it never closes', () => {
  const closed = parseDoc('/**\n * ```\n * @param a\n * ```\n * @param b Two.\n */');
  expect([...closed.params.keys()]).toEqual(['b']);
  expect(closed).toMatchObject({ description: '```\n@param a\n```', warnings: [] });
  const open = parseDoc('/**\n * Text.\n * ```\n * @param a One.\n */');
  expect(open).toMatchObject({
    description: 'Text.\n```\n@param a One.',
    params: new Map(),
    warnings: [expect.stringContaining('code fence is not closed')],
  });
});

it.each([
  ['Example:\n    ```\ncode\n    ```\n\nTail.', ['```\ncode\n    ```'], 'Tail.'],
  ['Examples\n--------\n```\nNotes\n-----\n```', ['```\nNotes\n-----\n```'], undefined],
  ['@example run @param a', ['run @param a'], undefined],
])('takes code in an example as it stands: %j', (text, examples, description) => {
  const doc = parseDoc(`/**\n${text}\n*/`);
  expect(doc).toMatchObject({ examples, warnings: [] });
  expect(doc.description).toBe(description);
});

it('reads whatever stands between the marks', () => {
  const scrap = fc.constantFrom(
    ...[
      '@param ',
      '@minimum ',
      '@example',
      '{@link ',
      '}',
      '{',
      '[',
      ']',
      '`',
      '```',
      '\n * ',
      '\n',
      '\r\n',
      '\t',
      '    ',
    ],
    ...[
      'Args:',
      'Returns:',
      'a: b',
      'Parameters',
      '\n * ----\n * ',
      ':param a:',
      ':returns:',
      '.. deprecated::',
      '- ',
      '|',
      '=',
    ],
  );
  const text = fc.array(fc.oneof(scrap, fc.string({ unit: 'binary' })), { maxLength: 30 });
  fc.assert(
    fc.property(text, parts => {
      const doc = parseDoc(`/** ${parts.join('').replaceAll('*/', '')} */`);
      expect(doc.description).not.toBe('');
      expect([...doc.params.keys()]).not.toContain('');
    }),
    { numRuns: 500 },
  );
});

describe('very long comments', () => {
  const long = (part: string) => part.repeat(600_000 / part.length);
  const many = (part: string) => `/**\n * ${long(part)}\n */`;

  // A step that looks at the rest of the text again and again needs minutes for these.
  it.each([
    ['open links', many('{@link ')],
    ['open links with words', many('{@link a b')],
    ['open brackets', many('[')],
    ['open brackets with words', many('[a')],
    ['backticks', many('` ')],
    ['space', many('  ')],
    ['space before each word', many('\n *                     x')],
    ['empty lines', `/**${long('\n')}x*/`],
    ['lines without stars', `/**\n${long('x\n')}*/`],
    ['tags', many('\n * @param a\n * ')],
    ['open types', many('\n * @param {a ')],
    ['one open type', `/**\n * @param ${long('{')}\n */`],
    ['headings', many('\n * Args:')],
    ['headings above empty lines', many('\n * Args:\n *\n *\n *\n *')],
    ['headings with text', many('\n * Args:\n *   - x')],
    ['entries', `/**\n * Args:${long('\n *  a: b')}\n */`],
    ['an open type of Google', `/**\n * Args:\n *   a ${long('(')}: b\n */`],
    ['underlined headings', many('\n * Parameters\n * ----\n * !')],
    ['other underlined headings', many('\n * Limits\n * ----\n * !')],
    ['fields', many('\n * :param a: b')],
    ['names', `/**\n * Parameters\n * ----\n * ${long('a, ')}!\n */`],
    ['dashes', `/**\n * Parameters\n * ${long('-')}!\n */`],
    ['tags on one line', `/** ${long('@param a ')}*/`],
    ['at signs on one line', `/** ${long(' @')}*/`],
    ['backticks', many('\n * `a')],
    ['pairs of backticks', `/**\n * ${long('`a\n * @b ')}*/`],
    ['open fences', many('\n * ```')],
  ])('of %s are read in linear time', (_, raw) => {
    const before = process.cpuUsage();
    parseDoc(raw);
    expect(process.cpuUsage(before).user).toBeLessThan(8_000_000);
  });
});
