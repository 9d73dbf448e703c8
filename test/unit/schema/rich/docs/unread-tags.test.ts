import { loadFormats } from '../../../../../src/schema/plan/formats.js';
import { parseDoc } from '../../../../../src/schema/rich/docs/parse-doc.js';

const warningsOf = (line: string): readonly string[] => parseDoc(`/**\n * Text.\n * ${line}\n */`).warnings;

describe('a tag that other generators read as a keyword', () => {
  it.each<[string, RegExp]>([
    ['@nullable', /^@nullable is not read\. Instead, write `\| null` in the type\.$/],
    ['@items.minimum 3', /^@items\.minimum is not read.*named type/],
    ['@items {minimum 3}', /^@items is not read/],
    ['@contains.type string', /@Param\(\{ schema/],
    ['@additionalProperties true', /index signature/],
    ['@propertyNames x', /index signature/],
    ['@ignore', /Omit<T/],
    ['@TJS-ignore', /Omit<T/],
    ['@hide', /Omit<T/],
    ['@required', /'\?'/],
    ['@enum ["a"]', /union/],
    ['@const 1', /literal/],
    ['@$ref #/definitions/a', /schema/],
    ['@id Name', /name/],
    ['@readOnly', /Omit<T/],
    ['@markdownDescription *x*', /text of the comment/],
    ['@deprecationMessage x', /'@deprecated'/],
    ['@contentMediaType image/png', /schema/],
    ['@min 1', /'@minimum'/],
    ['@isInt', /'@type integer'/],
    ['@maxlength 3', /^@maxlength is not read\. Instead, write '@maxLength'\.$/],
    ['@Minimum 3', /'@minimum'/],
    ['@defaultvalue 3', /'@defaultValue'/],
    ['@TJS-default 3', /'@default'/],
    ['@TJS-whatever 3', /schema/],
  ])('%s is told of, with what to write', (line, text) => {
    expect(warningsOf(line)).toEqual([expect.stringMatching(text)]);
  });

  it.each([
    '@minimum 1',
    '@TJS-minimum 1',
    '@type {string}',
    '@readonly',
    '@internal',
    '@whatever',
    '@see items',
  ])('%s is none', line => {
    expect(warningsOf(line)).toEqual([]);
  });

  it('is one in a comment of one line too', () => {
    const doc = parseDoc('/** Names. @items.maxLength 3 @minItems 1 */');
    expect(doc).toMatchObject({ description: 'Names.', keywords: { minItems: 1 } });
    expect(doc.warnings).toHaveLength(1);
  });
});

describe('a tag that is near one that is read', () => {
  it.each([
    ['@minimun 3', 'minimum'],
    ['@exmaple { "a": 1 }', 'example'],
    ['@parm x', 'param'],
    ['@retruns x', 'returns'],
    ['@patern ^a', 'pattern'],
    ['@fromat email', 'format'],
    ['@titel A', undefined],
    ['@whatever', undefined],
    ['@category Shop', undefined],
    ['@throws x', undefined],
    ['@file x', undefined],
    ['@property x', undefined],
    ['@constant', undefined],
  ])('%s: %s', (line, meant) => {
    const [name] = line.split(' ');
    expect(warningsOf(line)).toEqual(
      meant === undefined ? [] : [`${name} is not read. Did you mean '@${meant}'?`],
    );
  });
});

describe('a format', () => {
  it('that is not known is told of, and is told to the model', () => {
    const doc = parseDoc('/** @format emial */');
    expect(doc.keywords).toEqual({ format: 'emial' });
    expect(doc.warnings).toEqual([
      "'@format emial' is no format that is known: it is told to the model, and no value is checked for it. Did you mean 'email'?",
    ]);
  });

  it('is known where the validator knows it', async () => {
    for (const format of Object.keys(await loadFormats()))
      expect(warningsOf(`@format ${format}`)).toEqual([]);
    for (const format of ['idn-email', 'iri']) expect(warningsOf(`@format ${format}`)).toEqual([]);
  });
});
