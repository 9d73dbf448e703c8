import { parseDoc } from '../../../../../src/schema/rich/docs/parse-doc.js';

const block = (text: string): string =>
  `/**\n${text
    .trim()
    .split('\n')
    .map(line => ` * ${line}`.trimEnd())
    .join('\n')}\n */`;

const STYLES = {
  tags: `
Finds the orders of a {@link City | town}.

Newest first.

@param city - The town,
  as people write it.
@param opts.limit - How many.
@returns The orders.
@throws {RangeError} When there are too many.
@example
const orders = find('Rome');
  log(orders);
`,
  google: `
Finds the orders of a {@link City | town}.

Newest first.

Args:
    city (str): The town,
        as people write it.
    opts.limit (int, optional): How many.

Returns:
    list[Order]: The orders.

Raises:
    RangeError: When there are too many.

Example:
    const orders = find('Rome');
      log(orders);
`,
  numpy: `
Finds the orders of a {@link City | town}.

Newest first.

Parameters
----------
city : str
    The town,
    as people write it.
opts.limit : int, optional
    How many.

Returns
-------
list[Order]
    The orders.

Raises
------
RangeError
    When there are too many.

Examples
--------
const orders = find('Rome');
  log(orders);
`,
  rest: `
Finds the orders of a {@link City | town}.

Newest first.

:param city: The town,
    as people write it.
:type city: str
:param int opts.limit: How many.
:returns: The orders.
:rtype: list[Order]
:raises RangeError: When there are too many.

@example
const orders = find('Rome');
  log(orders);
`,
};

describe('the four styles', () => {
  const expected = {
    description: 'Finds the orders of a town.\n\nNewest first.',
    params: new Map([
      ['city', { description: 'The town,\nas people write it.' }],
      ['opts.limit', { description: 'How many.' }],
    ]),
    returns: 'The orders.',
    examples: ["const orders = find('Rome');\n  log(orders);"],
    keywords: {},
    tags: new Map(),
    problems: [],
    warnings: [],
  };

  it.each(Object.entries(STYLES))('say the same: %s', (_, text) => {
    expect(parseDoc(block(text))).toEqual(expected);
  });

  it.each(Object.entries(STYLES))('say the same without stars and with Windows line ends: %s', (_, text) => {
    expect(parseDoc(`/**\r\n${text.trim().replaceAll('\n', '\r\n')}\r\n*/`)).toEqual(expected);
  });

  it('add up in one comment; a tag counts more than a section', () => {
    const doc = parseDoc(
      block(
        'Text.\n\nArgs:\n  a: One.\n  b: Two.\n\n:param c: Three.\n\nTail.\n\n@param a - Other.\n@param d Four.',
      ),
    );
    expect(doc.description).toBe('Text.\n\nTail.');
    expect(Object.fromEntries([...doc.params].map(([name, { description }]) => [name, description]))).toEqual(
      {
        a: 'Other.',
        b: 'Two.',
        c: 'Three.',
        d: 'Four.',
      },
    );
    expect(doc.warnings).toEqual([expect.stringContaining('parameter a is described twice')]);
  });
});

describe('parameters in the style of', () => {
  it.each<[string, string, Record<string, string | undefined>]>([
    ['Google', 'Args:\n  a: One\n  b (Map<str, (int)>, optional): Two', { a: 'One', b: 'Two' }],
    [
      'Google, text below the name',
      'Args:\n  a:\n    One\n\n    more\n  b: Two',
      { a: 'One\n\nmore', b: 'Two' },
    ],
    [
      'Google, a line that is not deeper',
      'Args:\n  a: One\n  and more.\n  b: Two',
      { a: 'One\nand more.', b: 'Two' },
    ],
    [
      'Google, other headings',
      'Keyword Args:\n  a: One\n\nOther Parameters:\n  b: Two',
      { a: 'One', b: 'Two' },
    ],
    ['Google, as a list', 'Parameters:\n  - `a`: One\n  - b: Two', { a: 'One', b: 'Two' }],
    [
      'Google, all kinds of names',
      'Args:\n  *a: One\n  **b: Two\n  $c_1: Three',
      { a: 'One', b: 'Two', $c_1: 'Three' },
    ],
    ['Google, tabs', 'Args:\n\ta: One\n\t\tmore\n\tb: Two', { a: 'One\nmore', b: 'Two' }],
    ['Google, without a text', 'Args:\n  a:\n  b: Two', { a: undefined, b: 'Two' }],
    ['Google, a colon in the text', 'Args:\n  a: One: two', { a: 'One: two' }],
    ['Google, none', 'Args:\n  None.', {}],
    ['NumPy, two names', 'Parameters\n----------\na, b : int\n    Both.', { a: 'Both.', b: 'Both.' }],
    ['NumPy, no type', 'Parameters\n----------\na\n    One.\n*b\n    Two.', { a: 'One.', b: 'Two.' }],
    ['NumPy, no text', 'Parameters\n----------\na : int\nb : str', { a: undefined, b: undefined }],
    ['NumPy, other heading', 'Other Parameters\n----------------\na : int\n    One.', { a: 'One.' }],
    [
      'NumPy, empty lines',
      'Parameters\n----------\n\na : int\n    One.\n\n    More.\n\nb : int\n    Two.',
      { a: 'One.\n\nMore.', b: 'Two.' },
    ],
    [
      'reST',
      ':param a: One\n:parameter b: Two\n:arg c: Three\n:keyword d: Four',
      { a: 'One', b: 'Two', c: 'Three', d: 'Four' },
    ],
    ['reST, text below', ':param a:\n    One\n\n    more\n:param b:Two', { a: 'One\n\nmore', b: 'Two' }],
    ['reST, a type', ':param list of int a: One\n:param *b: Two', { a: 'One', b: 'Two' }],
  ])('%s', (_, text, expected) => {
    const doc = parseDoc(block(`Text.\n\n${text}`));
    expect(Object.fromEntries([...doc.params].map(([name, { description }]) => [name, description]))).toEqual(
      expected,
    );
    expect(doc).toMatchObject({ description: 'Text.', problems: [], warnings: [] });
  });
});

describe('results in the style of', () => {
  it.each([
    ['Google', 'Returns:\n  The orders.', 'The orders.'],
    ['Google, with a type', 'Returns:\n  Promise<Map<string, Order[]>>: The orders.', 'The orders.'],
    ['Google, with an array', 'Returns:\n  Order[]: The orders.', 'The orders.'],
    [
      'Google, with a colon in a sentence',
      'Returns:\n  The orders: all of them.',
      'The orders: all of them.',
    ],
    ['Google, of more lines', 'Returns:\n  The orders,\n    all of them.', 'The orders,\nall of them.'],
    ['NumPy', 'Returns\n-------\nlist of Order\n    The orders.', 'The orders.'],
    ['NumPy, of two', 'Returns\n-------\na : int\n    One.\nb : int\n    Two.', 'One.\nTwo.'],
    ['NumPy, without a type', 'Returns\n-------\nThe orders.', 'The orders.'],
    ['reST', ':return: The orders.', 'The orders.'],
  ])('%s', (_, text, expected) => {
    expect(parseDoc(block(text)).returns).toBe(expected);
  });
});

it('takes a deprecation in the style of reST', () => {
  expect(parseDoc(block('Text.\n\n.. deprecated:: 1.2\n    Use b.\n\nMore.'))).toMatchObject({
    description: 'Text.\n\nMore.',
    deprecated: '1.2\nUse b.',
  });
});

describe('sections that say nothing to a model are left out:', () => {
  it.each([
    'Raises:\n  RangeError: no',
    'Yields:\n  int: next',
    'Raises\n------\nRangeError\n    no',
    'See Also\n--------\nother : it',
    'References\n----------\n[1] A book.',
    ':raises RangeError: no\n    more',
    ':rtype: int',
    ':type a: int',
  ])('%j', text => {
    expect(parseDoc(block(`Text.\n\n${text}`))).toMatchObject({ description: 'Text.', params: new Map() });
  });
});

describe('prose is not misread:', () => {
  it.each([
    'Parameters are read from the file.',
    'Parameters',
    'Parameters:',
    'Args:\n\nNone of it is deeper.',
    'Parameters:\n    https://example.org/list',
    'Arguments:\n    The user must have an account.',
    'Returns: the orders, at once.',
    'Note:\n    Slow in winter.',
    'Note: Slow in winter.',
    'Limits\n------\nAt most ten.',
    'Parameters\n----------\n- a list',
    'Parameters\n----------\nA sentence about them.',
    'Parameters\n  ----------\na : int\n  One',
    'Returns\n\n-------\n\nAfter a rule.',
    'A :param is a field of reST, and :returns: too.',
    ':param: nobody',
    ':returns nothing: odd',
    ':foo bar: baz',
    'Run it:\n\n```\nArgs:\n  a: One\n:param b: Two\nParameters\n----------\nc : int\n```',
    'Paths:\n\n    Code by indentation.',
  ])('%j', text => {
    expect(parseDoc(block(text))).toEqual({
      description: text,
      params: new Map(),
      examples: [],
      keywords: {},
      tags: new Map(),
      problems: [],
      warnings: [],
    });
  });

  it('a word alone after the parameters of NumPy is prose', () => {
    const doc = parseDoc(block('Parameters\n----------\na : int\n    One.\n\nDone.\n\nReally'));
    expect([...doc.params.keys()]).toEqual(['a']);
    expect(doc.description).toBe('Done.\n\nReally');
  });
});
