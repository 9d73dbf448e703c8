import { readFileSync } from 'node:fs';
import type { ToolManifest } from 'toolwright/manifest';
import { Project } from '../support/project.js';
import { type Finished, runCli } from '../support/run-cli.js';

const ORDERS = `import { Tool, type RunContext } from 'toolwright';
import { Sort } from './sort.js';
export class Orders {
  /**
   * Find orders.
   * @param text - What they are about.
   * @param sort - Which come first.
   */
  @Tool() find(text: string, sort: Sort = Sort.Newest, run?: RunContext): string[] { void run; return [text, sort]; }
}
`;
const SORT = "export enum Sort { Newest = 'newest', Oldest = 'oldest' }\n";

let project: Project;
beforeEach(() => {
  project = new Project({ 'src/orders.ts': ORDERS, 'src/sort.ts': SORT });
});
afterEach(() => {
  project.remove();
});

const schema = (...args: string[]): Promise<Finished> => runCli(['schema', ...args], { cwd: project.root });
const read = (path: string): string => readFileSync(project.path(path), 'utf8');

describe('toolwright schema', () => {
  it('writes what the sources say, beside package.json', async () => {
    expect(await schema()).toEqual({
      code: 0,
      stdout: 'toolwright.manifest.json: 1 tool, 0 warnings\n',
      stderr: '',
    });
    const manifest = JSON.parse(read('toolwright.manifest.json')) as ToolManifest;
    expect(manifest.tools).toEqual([
      {
        id: 'src/orders.ts#Orders.find',
        className: 'Orders',
        member: 'find',
        description: 'Find orders.',
        parameters: [
          { name: 'text', schema: { type: 'string' }, description: 'What they are about.' },
          {
            name: 'sort',
            schema: { type: 'string', enum: ['newest', 'oldest'] },
            optional: true,
            default: 'newest',
            description: 'Which come first.',
          },
          { name: 'run', isRun: true },
        ],
        returns: { schema: { type: 'array', items: { type: 'string' } } },
      },
    ]);
    expect(Object.keys(manifest.sources)).toEqual(['src/orders.ts', 'src/sort.ts', 'tsconfig.json']);
    expect(manifest.generator).toMatch(/typescript-json-schema 0\.68\.0, typescript 5\.\d/);
    expect(read('toolwright.manifest.json')).not.toContain(project.root);
  });

  it('writes the same bytes again, and from another folder', async () => {
    await schema();
    const first = read('toolwright.manifest.json');
    await runCli(['schema', '-p', project.path('tsconfig.json')]);
    expect(read('toolwright.manifest.json')).toBe(first);
  });

  it.each([
    ['a tool', 'src/orders.ts', ORDERS.replace('text: string', 'text: number')],
    ['a comment', 'src/orders.ts', ORDERS.replace('Find orders.', 'Look for orders.')],
    ['a file that it imports', 'src/sort.ts', SORT.replace('newest', 'latest')],
    [
      'a new tool',
      'src/more.ts',
      "import { Tool } from 'toolwright';\nexport class More { @Tool('More.') more(): void {} }",
    ],
  ])('--check fails when %s changed', async (_what, path, text) => {
    await schema();
    expect(await schema('--check')).toEqual({
      code: 0,
      stdout: 'toolwright.manifest.json is up to date.\n',
      stderr: '',
    });
    project.write(path, text);
    const before = read('toolwright.manifest.json');
    expect(await schema('--check')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^toolwright\.manifest\.json is stale: src\/.* Write it anew: npx toolwright schema -p tsconfig\.json\n$/,
      ) as string,
    });
    expect(read('toolwright.manifest.json')).toBe(before);
  });

  it.each([
    [['-p', 'tsconfig.json', '--decorator', 'Query', 'Ask', '--out', 'out/it is.json']],
    [['-p', '.', '--decorator', 'Query', '--ts']],
    [['-p', 'tsconfig.json', '--ts', 'src/generated/tools.ts']],
  ])('--check names the command that writes what it checked: %j', async args => {
    const { stderr } = await schema(...args, '--check');
    const [, command = ''] = /Write it anew: npx toolwright (.*)\n$/.exec(stderr) ?? [];
    const [named, ...words] = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare!,
    );
    expect([named, ...words]).toEqual(['schema', ...args]);
    expect((await schema(...words)).code).toBe(0);
    expect((await schema(...args, '--check')).code).toBe(0);
  });

  it('--check fails when nothing was written', async () => {
    const { code, stderr } = await schema('--check');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is missing') as string,
    });
    expect(project.has('toolwright.manifest.json')).toBe(false);
  });

  it('--ts writes a module among the sources, which --check knows and which is no source of itself', async () => {
    expect((await schema('--ts')).stdout).toBe('src/toolwright.manifest.ts: 1 tool, 0 warnings\n');
    expect(read('src/toolwright.manifest.ts')).toContain('import { Orders as class0 } from "./orders.js";');
    expect((await schema('--ts', '--check')).code).toBe(0);
    await schema('--ts', 'src/generated/tools.ts');
    expect(read('src/generated/tools.ts')).toContain('from "../orders.js"');
    expect((await schema('--ts', 'src/generated/tools.ts', '--check')).code).toBe(0);
    expect(project.has('toolwright.manifest.json')).toBe(false);
  });

  it('--check does not mind the line ends of a checkout', async () => {
    await schema();
    project.write('toolwright.manifest.json', read('toolwright.manifest.json').replaceAll('\n', '\r\n'));
    expect((await schema('--check')).code).toBe(0);
  });

  it('keeps the manifests of two tsconfigs apart', async () => {
    const options = JSON.parse(read('tsconfig.json')) as object;
    project.write('tsconfig.more.json', JSON.stringify({ ...options, include: ['more'] }));
    project.write(
      'more/more.ts',
      "import { Tool } from 'toolwright';\nexport class More { @Tool('More.') more(): void {} }",
    );
    await schema();
    const { code, stderr } = await schema('-p', 'tsconfig.more.json');
    expect(code).toBe(2);
    expect(stderr).toContain('toolwright.manifest.json was written from tsconfig.json.');
    expect((await schema('-p', 'tsconfig.more.json', '--out', 'out/more.json')).stdout).toBe(
      'out/more.json: 1 tool, 0 warnings\n',
    );
    expect((await schema('-p', 'tsconfig.more.json', '--out', 'out/more.json', '--check')).code).toBe(0);
  });

  it('--ts names the classes that it cannot bind', async () => {
    project.write('src/orders.ts', ORDERS.replace('export class', 'class'));
    const { code, stderr } = await schema('--ts');
    expect(code).toBe(0);
    expect(stderr).toContain('warning: src/orders.ts#Orders is not exported by its file');
  });

  it('--decorator names decorators that stand for @Tool', async () => {
    project.write(
      'src/own.ts',
      `import { Tool } from 'toolwright';
export const Query = (): MethodDecorator => (target, key, descriptor) => { Tool()(target, key, descriptor as PropertyDescriptor); };
export class Own { /** Ask. */ @Query() ask(text: string): void { void text; } }`,
    );
    expect((await schema()).stdout).toContain(': 1 tool,');
    expect((await schema('--decorator', 'Query')).stdout).toContain(': 2 tools,');
  });

  it('lists every type that has no schema, with file and line, and writes nothing', async () => {
    project.write(
      'src/bad.ts',
      `import { Tool } from 'toolwright';
export class Bad {
  @Tool('Bad.') bad(map: Map<string, number>, deep: { inner: { any: any } }): void { void map; void deep; }
}`,
    );
    const { code, stdout, stderr } = await schema();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/src\/bad\.ts:3 Bad\.bad\(map\): .*Map<string, number>/);
    expect(stderr).toMatch(/src\/bad\.ts:3 Bad\.bad\(deep\)\.inner\.any: /);
    expect(project.has('toolwright.manifest.json')).toBe(false);
  });

  it('warns of parameters without a description on stderr', async () => {
    project.write('src/orders.ts', ORDERS.replace(/^.*@param text.*\n/m, ''));
    const { code, stdout, stderr } = await schema();
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'toolwright.manifest.json: 1 tool, 1 warning\n' });
    expect(stderr).toMatch(/^warning: .*Orders\.find.*text/);
  });

  it.each([
    ['no such tsconfig', ['-p', 'gone.json'], "There is no tsconfig 'gone.json'."],
    ['a folder without one', ['-p', 'src'], 'there is no such file'],
    ['one that only names others', ['-p', 'tsconfig.all.json'], 'only other projects: '],
  ])('says what is wrong: %s', async (_what, args, text) => {
    project.write('tsconfig.all.json', '{ "files": [], "references": [{ "path": "./tsconfig.json" }] }');
    const { code, stderr } = await schema(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(text);
  });
});
