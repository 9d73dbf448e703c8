import type { ManifestTool } from '../../../../src/schema/manifest/manifest.js';
import { buildSource, problemsIn, removeProjects } from './sources.js';

afterAll(removeProjects);

const DECLARED = `
enum Order { up = 'up', down = 'down' }
const SIZE = 20;
declare function now(): number;
interface Options {
  /** How many. @maximum 50 */
  limit?: number;
  order?: Order;
  page?: { size?: number; at?: number };
}
class Line { quantity?: number }
`;

const sourceOf = (parameter: string, comment = ''): string =>
  `${DECLARED}export class A {\n/** Finds.${comment} */\n@Tool() m(@Param({ name: 'filter' }) ${parameter}) {} }`;

async function toolOf(
  parameter: string,
  comment = '\n * @param filter - x',
): Promise<{ tool: ManifestTool; warnings: readonly string[]; types: object }> {
  const { manifest, warnings } = await buildSource(sourceOf(parameter, comment));
  return { tool: manifest.tools[0]!, warnings, types: manifest.types };
}

describe('the name of a destructured parameter', () => {
  it('is that of its decorator in comments, examples and warnings', async () => {
    const comment =
      '\n * @param filter.limit - The most.\n * @example { "filter": { "limit": 3 } }\n * @example m({ limit: 4 })';
    const { tool, warnings } = await toolOf('{ page }: Options', comment);
    expect(tool.examples).toEqual([{ filter: { limit: 3 } }, { filter: { limit: 4 } }]);
    expect(tool.parameters?.[0]?.name).toBe('');
    expect(warnings).toEqual([expect.stringMatching(/A\.m\(filter\): nothing describes it.*'@param filter/)]);
  });

  it('lets its examples be checked', async () => {
    const problems = await problemsIn(
      sourceOf('{ page }: Options', '\n * @param filter - x\n * @example { "filter": { "limit": "a" } }'),
    );
    expect(problems.map(({ seen }) => seen)).toEqual([
      expect.stringMatching(/@example does not fit: .*limit/),
    ]);
  });

  it('may be written as a constant', async () => {
    const { warnings } = await buildSource(
      "const NAME = 'filter';\nexport class A {\n/** M.\n * @param filter - x */\n@Tool() m(@Param({ name: NAME }) { a }: { a: string }) {} }",
    );
    expect(warnings).toEqual([]);
  });

  it('may be any in a comment: where it has none, that is the one problem', async () => {
    const problems = await problemsIn(
      'export class A {\n/** M.\n * @param options - x\n * @param options.limit - y */\n@Tool() m({ limit }: { limit: number }) {} }',
    );
    expect(problems.map(({ seen }) => seen)).toEqual(['it is destructured, so it has no name.']);
  });
});

describe('defaults in a pattern', () => {
  it('become those of the members', async () => {
    const { tool, warnings, types } = await toolOf(
      '{ limit = 10, order: o = Order.up, page: { size = SIZE, at } = {} }: Options',
    );
    expect(warnings).toEqual([]);
    expect(tool.parameters?.[0]?.schema?.properties).toEqual({
      limit: { type: 'number', maximum: 50, description: 'How many.', default: 10 },
      order: { type: 'string', enum: ['up', 'down'], default: 'up' },
      page: {
        type: 'object',
        properties: { size: { type: 'number', default: 20 }, at: { type: 'number' } },
        additionalProperties: false,
        default: {},
      },
    });
    // The interface itself stays as it is for others.
    expect(JSON.stringify(types)).not.toContain('default');
  });

  it('make members optional', async () => {
    const { tool } = await toolOf('{ a = 1, b = now() }: { a: number; b: number; c: number }');
    expect(tool.parameters?.[0]?.schema).toMatchObject({ required: ['c'] });
  });

  it('are put into the alternatives that they are for', async () => {
    const { tool } = await toolOf("{ n = 1 }: { k: 'a'; n?: number } | { k: 'b'; n?: boolean }");
    const texts = tool.parameters?.[0]?.schema?.anyOf?.map(each => each.properties?.['n']);
    expect(texts).toEqual([{ type: 'number', default: 1 }, { type: 'boolean' }]);
  });

  it('that have to be run are told of', async () => {
    const { tool, warnings } = await toolOf('{ limit = now() }: Options');
    expect(JSON.stringify(tool)).not.toContain('default');
    expect(warnings).toEqual([expect.stringMatching(/A\.m\(filter\.limit\): its default has to be run/)]);
  });

  it('beside a stated schema are told of', async () => {
    const { warnings } = await buildSource(
      "export class A { @Tool('M.') m(@Param({ name: 'f', schema: { type: 'object' } }) { a = 1 }: { a?: number }) {} }",
    );
    expect(warnings).toEqual([
      expect.stringMatching(/A\.m\(f\.a\): the default in the pattern is not in the schema/),
    ]);
  });

  it.each([
    ['{ limit = 60 }: Options', 'filter.limit', /default does not fit: .*50/],
    ['{ quantity = 1 }: Line', 'filter.quantity', /member of a class/],
    ['{ length = 0 }: string[]', 'filter.length', /no member of an object/],
    ['{ list: [a = 1] }: { list: number[] }', 'filter.list.[0]', /no member of an object/],
    [
      "{ ['limit' + '']: x = 1 }: { [key: string]: number }",
      "filter.['limit' + '']",
      /no member of an object/,
    ],
  ])('are refused where they cannot be put: %s', async (parameter, place, seen) => {
    const problems = await problemsIn(sourceOf(parameter, '\n * @param filter - x'));
    expect(problems).toEqual([
      {
        where: expect.stringMatching(/^src\/tools\.ts:\d+ A\.m\(/),
        seen: expect.stringMatching(seen),
        fix: expect.any(String),
      },
    ]);
    expect(problems[0]?.where).toContain(`(${place})`);
  });
});
