import { spawnSync } from 'node:child_process';
import { Project } from '../support/project.js';
import { runCli } from '../support/run-cli.js';

const ORDERS = `import { Tool } from 'toolwright';
export class Orders {
  /** Find an order. */
  @Tool() find(state: 'open' | 'closed'): string { return state; }
}
`;

const COMPILED = `import { Tool } from 'toolwright';
export class Orders { find(state) { return state; } }
Tool()(Orders.prototype, 'find', Object.getOwnPropertyDescriptor(Orders.prototype, 'find'));
`;

/** Prints what the model would see, and which compiler packages were loaded for it. */
const PROGRAM = `import { createRequire } from 'node:module';
import { createToolRuntime } from 'toolwright';
import { Orders } from './orders.mjs';
import { loadManifest } from 'toolwright/manifest';
const options = process.argv[2] === 'load' ? { manifest: await loadManifest({ project: '.' }) } : {};
const [tool] = createToolRuntime([Orders], options).definitions();
await createToolRuntime([Orders], options).call({ name: 'find', arguments: { state: 'open' } });
const loaded = Object.keys(createRequire(import.meta.url).cache);
const compilers = ['typescript', 'typescript-json-schema'].filter(name => loaded.some(path => path.includes('/node_modules/' + name + '/')));
console.log(JSON.stringify({ description: tool.description, state: tool.inputSchema.properties.state, compilers }));
`;

interface Outcome {
  readonly seen: unknown;
  readonly stderr: string;
}

let project: Project;
beforeEach(() => {
  project = new Project({
    'src/orders.ts': ORDERS,
    'dist/orders.mjs': COMPILED,
    'dist/main.mjs': PROGRAM,
  });
});
afterEach(() => {
  project.remove();
});

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { stdout, stderr } = spawnSync(process.execPath, ['dist/main.mjs', ...args], {
    cwd: project.root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: '', ...env },
  });
  return { seen: stdout === '' ? undefined : (JSON.parse(stdout) as unknown), stderr };
}

const KNOWN = { description: 'Find an order.', state: { type: 'string', enum: ['open', 'closed'] } };
const WITHOUT_COMPILER = { seen: { ...KNOWN, compilers: [] }, stderr: '' };
const COMPILING = { seen: { ...KNOWN, compilers: ['typescript', 'typescript-json-schema'] }, stderr: '' };
const PRODUCTION = { NODE_ENV: 'production' };

describe('the manifest at run time', () => {
  it('is found beside the package of the program', async () => {
    expect(run([]).stderr).toContain('No type metadata was emitted');
    await runCli(['schema'], { cwd: project.root });
    expect(run([])).toEqual(WITHOUT_COMPILER);
    expect(run([], PRODUCTION)).toEqual(WITHOUT_COMPILER);
  });

  it('is read in production, which never loads the compiler', async () => {
    await runCli(['schema'], { cwd: project.root });
    expect(run(['load'], PRODUCTION)).toEqual(WITHOUT_COMPILER);
    // Also from stale sources, or none: what was built counts.
    project.write('src/orders.ts', ORDERS.replace('open', 'new'));
    expect(run(['load'], PRODUCTION)).toEqual(WITHOUT_COMPILER);
  });

  it('is asked for in production when it is missing, naming the command', () => {
    const { stderr } = run(['load'], PRODUCTION);
    expect(stderr).toContain('there is no toolwright.manifest.json');
    expect(stderr).toContain('npx toolwright schema -p tsconfig.json');
  });

  it('is built from the sources in development, once, until one of them changes', () => {
    expect(run(['load'])).toEqual(COMPILING);
    expect(run(['load'])).toEqual(WITHOUT_COMPILER);
    expect(project.has('toolwright.manifest.json')).toBe(false);
    project.write('src/orders.ts', ORDERS.replace("'open'", "'open' | 'held'"));
    expect(run(['load']).seen).toMatchObject({
      state: { enum: ['open', 'held', 'closed'] },
      compilers: ['typescript', 'typescript-json-schema'],
    });
  });

  it('is built again when a source came since', () => {
    expect(run(['load'])).toEqual(COMPILING);
    project.write(
      'src/more/other.ts',
      "import { Tool } from 'toolwright';\nexport class Other { @Tool('O.') o(): void {} }",
    );
    expect(run(['load']).seen).toMatchObject({ compilers: ['typescript', 'typescript-json-schema'] });
    expect(run(['load'])).toEqual(WITHOUT_COMPILER);
  });

  it.each(['{', '{"version":1,"tools":[null],"types":{},"sources":{}}'])(
    'is built again in development when what was kept is damaged: %s',
    async text => {
      await runCli(['schema'], { cwd: project.root });
      project.write('toolwright.manifest.json', text);
      expect(run(['load'])).toEqual(COMPILING);
      expect(run(['load'], PRODUCTION).stderr).toContain('toolwright.manifest.json');
    },
  );

  it('is read in development while it is fresh, and built when it is stale', async () => {
    await runCli(['schema'], { cwd: project.root });
    expect(run(['load'])).toEqual(WITHOUT_COMPILER);
    project.write('src/orders.ts', ORDERS.replace('Find an order.', 'Find it.'));
    expect(run(['load']).seen).toMatchObject({ description: 'Find it.' });
  });

  it('that cannot be read is refused with its path', () => {
    project.write('toolwright.manifest.json', '{');
    expect(run([]).stderr).toContain(`${project.path('toolwright.manifest.json')}: it is no JSON.`);
  });
});

describe('the command line', () => {
  it('reads TypeScript modules from their sources, once', async () => {
    const list = () => runCli(['tools', 'src/orders.ts', '--format', 'json'], { cwd: project.root });
    const first = await list();
    expect(first.stderr).toBe('');
    expect(JSON.parse(first.stdout)).toMatchObject([
      { description: 'Find an order.', inputSchema: { properties: { state: KNOWN.state } } },
    ]);
    expect(project.has('node_modules/.cache/toolwright')).toBe(true);
    expect(await list()).toEqual(first);
  });

  it.each([
    ['without a tsconfig', undefined],
    ['outside what the tsconfig names', '{ "include": ["elsewhere"] }'],
  ])('reads a module %s', async (_case, tsconfig) => {
    if (tsconfig === undefined) project.delete('tsconfig.json');
    else project.write('tsconfig.json', tsconfig);
    const { stdout, stderr } = await runCli(['tools', 'src/orders.ts'], { cwd: project.root });
    expect({ stdout, stderr }).toEqual({ stdout: 'find  side_effecting  Find an order.\n', stderr: '' });
  });

  it('says that a manifest is stale where it cannot read the sources itself', async () => {
    await runCli(['schema'], { cwd: project.root });
    project.uninstall('typescript-json-schema');
    expect((await runCli(['tools', 'src/orders.ts'], { cwd: project.root })).stdout).toContain(
      'Find an order.',
    );
    project.write('src/orders.ts', `${ORDERS}\n`);
    const { code, stderr } = await runCli(['tools', 'src/orders.ts'], { cwd: project.root });
    expect(code).toBe(2);
    expect(stderr).toContain('toolwright.manifest.json is stale. Write it anew: npx toolwright schema');
  });
});
