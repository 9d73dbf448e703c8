import { buildSource, removeProjects } from './sources.js';

afterAll(removeProjects);

const DECLARATIONS = `
const open = { lim: 5, list: [1] };
open.lim = 9;
const list = ['a'];
const sealed = { lim: 5, deep: { list: [1] } } as const;
const satisfying = { lim: 5 } as const satisfies object;
const satisfied = { lim: 5 } satisfies object;
const frozen = Object.freeze({ lim: 6 });
const shallow = Object.freeze({ deep: { lim: 6 } });
const typed: { readonly lim: number } = { lim: 7 };
const listed: readonly string[] = ['a'];
const mapped: Readonly<{ lim: number }> = { lim: 8 };
const half: { readonly deep: { lim: number } } = { deep: { lim: 8 } };
const three = 3;
const mixed = { open: open } as const;
class Statics {
  static readonly open = { x: 1 };
  static readonly sealed = { x: 2 } as const;
  static readonly scalar = 3;
  static writable = 4;
}
`;

/** Each is an initialiser, and the default that a manifest may promise. */
const DEFAULTS: readonly (readonly [initialiser: string, value: unknown])[] = [
  ['three', 3],
  ['sealed.lim', 5],
  ['sealed.deep', { list: [1] }],
  ['sealed', { lim: 5, deep: { list: [1] } }],
  ['satisfying.lim', 5],
  ['frozen.lim', 6],
  ['frozen', { lim: 6 }],
  ['typed.lim', 7],
  ['listed', ['a']],
  ['mapped.lim', 8],
  ['Statics.sealed.x', 2],
  ['Statics.scalar', 3],
  ['{ lim: three }', { lim: 3 }],
  ["['a', 'b']", ['a', 'b']],
  ['open.lim', undefined],
  ['open', undefined],
  ['open.list', undefined],
  ['[open.lim]', undefined],
  ['list', undefined],
  ['satisfied.lim', undefined],
  ['shallow.deep.lim', undefined],
  ['half.deep.lim', undefined],
  ['mixed.open.lim', undefined],
  ['Statics.open', undefined],
  ['Statics.open.x', undefined],
  ['Statics.writable', undefined],
];

describe('the default that an initialiser promises', () => {
  let found: unknown[];

  beforeAll(async () => {
    const parameters = DEFAULTS.map(([initialiser], index) => `p${index} = ${initialiser}`);
    const { manifest } = await buildSource(
      `${DECLARATIONS}export class A { @Tool() m(${parameters.join(', ')}) {} }`,
    );
    found = (manifest.tools[0]?.parameters ?? []).map(each => each.default);
  });

  test.each(DEFAULTS.map(([initialiser, value], index) => [initialiser, value, index] as const))(
    '%s',
    (_initialiser, value, index) => {
      expect(found[index]).toEqual(value);
    },
  );
});
