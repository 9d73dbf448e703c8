import { nearestNames, toSnakeCase } from '../../../src/foundation/names.js';

describe('toSnakeCase', () => {
  it.each([
    ['lookupOrder', 'lookup_order'],
    ['OpenTicket', 'open_ticket'],
    ['XMLParser', 'xml_parser'],
    ['parseXML', 'parse_xml'],
    ['Top10List', 'top10_list'],
    ['already_snake', 'already_snake'],
    ['$private', 'private'],
    ['kebab-case name', 'kebab_case_name'],
    ['A', 'a'],
    ['', ''],
  ])('turns %s into %s', (name, expected) => {
    expect(toSnakeCase(name)).toBe(expected);
  });
});

describe('nearestNames', () => {
  const known = ['lookup_order', 'lookup_orders', 'cancel_order', 'weather'];

  it('lists near names, the nearest first, at most three', () => {
    expect(nearestNames('lookup_ordr', known)).toEqual(['lookup_order', 'lookup_orders']);
    expect(nearestNames('ab', ['ax', 'ab', 'ay', 'az'])).toEqual(['ab', 'ax', 'ay']);
  });

  it.each([
    ['LookupOrder', 'lookup_order'],
    ['lookup-order', 'lookup_order'],
    ['wether', 'weather'],
  ])('takes %s for %s', (wanted, expected) => {
    expect(nearestNames(wanted, known)[0]).toBe(expected);
  });

  it('lists nothing for a name that is far from all', () => {
    expect(nearestNames('zzzzzzzz', known)).toEqual([]);
    expect(nearestNames('anything', [])).toEqual([]);
  });

  it('is neither slow for a very long name nor takes it for near to everything', () => {
    expect(nearestNames('x'.repeat(1_000_000), known)).toEqual([]);
  });
});
