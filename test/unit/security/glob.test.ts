import fc from 'fast-check';
import { compileGlob } from '../../../src/security/policies/glob.js';

describe('a pattern', () => {
  it.each([
    ['get_*', 'get_order', true],
    ['get_*', 'get_', true],
    ['get_*', 'forget_me', false],
    ['*', '', true],
    ['*_order', 'get_order', true],
    ['*_order', 'get_orders', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    ['a**b', 'ab', true],
    ['get_?', 'get_x', true],
    ['get_?', 'get_', false],
    ['?*?', 'a', false],
    ['a.c', 'abc', false],
    ['Get', 'get', false],
    ['*ab*ab*', 'ab', false],
    ['a*a', 'a', false],
    ['', 'x', false],
  ])('%j and %j', (glob, text, fits) => {
    expect(compileGlob(glob)(text)).toBe(fits);
  });

  it('means what a regular expression would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    fc.assert(
      fc.property(letters, text, (glob, given) => {
        const expression = RegExp(`^${glob.replaceAll('?', '.').replaceAll(/\*+/g, '.*')}$`);
        expect(compileGlob(glob)(given)).toBe(expression.test(given));
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });
});
