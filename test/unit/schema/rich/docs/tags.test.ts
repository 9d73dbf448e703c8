import { type DocComment, parseDoc } from '../../../../../src/schema/rich/docs/parse-doc.js';

/** A comment of these lines. */
const block = (...lines: string[]): string => ['/**', ...lines.map(line => ` * ${line}`), ' */'].join('\n');

const NOTHING: DocComment = {
  params: new Map(),
  examples: [],
  keywords: {},
  tags: new Map(),
  problems: [],
  warnings: [],
};

describe('@param', () => {
  it.each<[string, string, { description?: string }]>([
    ['@param limit - How many.', 'limit', { description: 'How many.' }],
    ['@param limit How many.', 'limit', { description: 'How many.' }],
    ['@param limit: How many.', 'limit', { description: 'How many.' }],
    ['@param limit – How many.', 'limit', { description: 'How many.' }],
    ['@param `limit` - How many.', 'limit', { description: 'How many.' }],
    ['@param limit -1 means all.', 'limit', { description: '-1 means all.' }],
    ['@param limit - -1 means all.', 'limit', { description: '-1 means all.' }],
    ['@param limit', 'limit', {}],
    ['@param limit -', 'limit', {}],
    ['@param {number} limit - How many.', 'limit', { description: 'How many.' }],
    ['@param{number} limit How many.', 'limit', { description: 'How many.' }],
    ['@param {{ a: { b: string } }} limit - How many.', 'limit', { description: 'How many.' }],
    ['@param [limit=10] - How many.', 'limit', { description: 'How many.' }],
    ['@param {number} [limit] - How many.', 'limit', { description: 'How many.' }],
    ['@param [list=[1, [2]]] Which.', 'list', { description: 'Which.' }],
    ['@param [sep="="] Which.', 'sep', { description: 'Which.' }],
    ['@param opts.city - Where.', 'opts.city', { description: 'Where.' }],
    ['@param opts[].city - Where.', 'opts[].city', { description: 'Where.' }],
    ['@param ...names - Which.', 'names', { description: 'Which.' }],
    ['@arg limit How many.', 'limit', { description: 'How many.' }],
    ['@argument limit How many.', 'limit', { description: 'How many.' }],
    ['@param größe Wie viel 🍎.', 'größe', { description: 'Wie viel 🍎.' }],
    ['@param constructor - Who built it.', 'constructor', { description: 'Who built it.' }],
    ['@param __proto__ - Odd.', '__proto__', { description: 'Odd.' }],
  ])('%s', (line, name, expected) => {
    expect(parseDoc(block('Text.', line))).toEqual({
      ...NOTHING,
      description: 'Text.',
      params: new Map([[name, { ...expected }]]),
    });
  });

  it('keeps the lines of a longer text, without their indentation', () => {
    const { params } = parseDoc(block('@param limit - How many:', '    - few', '      or', '    - many'));
    expect(params.get('limit')?.description).toBe('How many:\n- few\n  or\n- many');
  });

  it('takes a text that starts on the next line', () => {
    expect(parseDoc(block('@param limit', '  How many.')).params.get('limit')?.description).toBe('How many.');
  });

  it.each(['@param', '@param {string}', '@param []', '@param - text'])('%s needs a name', line => {
    expect(parseDoc(block(line))).toMatchObject({
      params: new Map(),
      problems: [{ seen: "its comment has '@param' without a name." }],
    });
  });

  it('warns of two texts for one parameter, and uses the first', () => {
    const doc = parseDoc(
      block('@param a One.', '@param a Two.', '@param b', '@param b Filled.', '@param b Filled.'),
    );
    expect(doc.params.get('a')?.description).toBe('One.');
    expect(doc.params.get('b')?.description).toBe('Filled.');
    expect(doc.warnings).toEqual([expect.stringContaining('parameter a is described twice')]);
  });
});

describe('other tags', () => {
  it.each<[string, readonly string[], Partial<DocComment>]>([
    ['a result', ['@returns {Promise<Order[]>} - The orders.'], { returns: 'The orders.' }],
    ['a result without a type', ['@return The orders.'], { returns: 'The orders.' }],
    ['a result that starts with a link', ['@returns {@link Order} by id.'], { returns: 'Order by id.' }],
    ['a result of a type only', ['@returns {Order}'], {}],
    ['a deprecation', ['@deprecated Use {@link find}.'], { deprecated: 'Use find.' }],
    ['a deprecation without a reason', ['@deprecated'], { deprecated: '' }],
    ['a default', ['@default 10'], { defaultText: '10', tags: new Map([['default', 'default']]) }],
    [
      'a default in backticks',
      ['@defaultValue `{ a: 1 }`'],
      { defaultText: '{ a: 1 }', tags: new Map([['default', 'defaultValue']]) },
    ],
    ['more description', ['@remarks Slow.', '', '@description Deep.'], { description: 'Slow.\n\nDeep.' }],
    ['a summary', ['@summary Short.'], { description: 'Short.' }],
    [
      'examples',
      ['@example', '```ts', '@param x', '  f();', '```', '@example find(1)', '@example'],
      { examples: ['```ts\n@param x\n  f();\n```', 'find(1)'] },
    ],
    [
      'the indentation of an example',
      ['@example', '  if (a) {', '    f();', '  }'],
      { examples: ['if (a) {\n  f();\n}'] },
    ],
    [
      'nothing of the tags for people',
      [
        '@see other',
        '@throws when full',
        '@since 1.0',
        '@author A <a@b.c>',
        '@internal',
        '@public',
        '@readonly',
        '@whatever x',
      ],
      { hiddenBy: 'internal' },
    ],
  ])('say %s', (_, lines, expected) => {
    expect(parseDoc(block(...lines))).toEqual({ ...NOTHING, ...expected });
  });

  it('warns of a second, different text', () => {
    const doc = parseDoc(
      block('@returns A.', '@returns B.', '@default 1', '@default 2', '@deprecated', '@deprecated X'),
    );
    expect(doc).toMatchObject({ returns: 'A.', defaultText: '1', deprecated: 'X' });
    expect(doc.warnings).toHaveLength(2);
  });
});

describe('a comment on one line', () => {
  it('has tags in the middle', () => {
    expect(parseDoc('/** How many. @param x - y @minimum 1 @default `2` @returns z */')).toEqual({
      ...NOTHING,
      description: 'How many.',
      tags: new Map([
        ['minimum', 'minimum'],
        ['default', 'default'],
      ]),
      params: new Map([['x', { description: 'y' }]]),
      keywords: { minimum: 1 },
      defaultText: '2',
      returns: 'z',
    });
  });

  it.each([
    [
      '/** Mail a@b.c or `@param x` or @home or @angular/core. */',
      'Mail a@b.c or `@param x` or @home or @angular/core.',
    ],
    ['/** Has no space at its end.*/', 'Has no space at its end.'],
    ['/**text*/', 'text'],
    ['/** @deprecated*/', undefined],
    ['/** Fine. @see {@link X} for more */', 'Fine.'],
  ])('%s', (raw, description) => {
    expect(parseDoc(raw).description).toBe(description);
    expect(parseDoc(raw).params.size).toBe(0);
  });
});

describe('a tag in the middle of a longer comment', () => {
  it('is text, with a warning', () => {
    const doc = parseDoc(
      block('Finds all. @deprecated Use b.', 'Writes `@param` and @home.', '@param a One. @minimum 1'),
    );
    expect(doc.description).toBe('Finds all. @deprecated Use b.\nWrites `@param` and @home.');
    expect(doc.params.get('a')?.description).toBe('One. @minimum 1');
    expect(doc.keywords).toEqual({});
    expect(doc.warnings).toEqual([
      expect.stringMatching(/^@deprecated in the middle of a line/),
      expect.stringMatching(/^@minimum in the middle of a line/),
    ]);
  });
});
