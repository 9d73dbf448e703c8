import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { type Finished, repository, runCli } from '../support/run-cli.js';

jest.setTimeout(30_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
  await mkdir(join(folder, 'node_modules'));
  for (const name of ['toolwright', 'typescript', 'reflect-metadata', 'tsyringe']) {
    const target = name === 'toolwright' ? repository : join(repository, 'node_modules', name);
    await symlink(target, join(folder, 'node_modules', name));
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, source: string): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, source);
  return file;
}

/** Writes a module that begins by importing toolwright, and runs the command line on it. */
async function run(command: string, source: string, ...args: string[]): Promise<Finished> {
  await write('module.mjs', `import { defineTool, Observation } from 'toolwright';\n${source}`);
  return runCli([command, 'module.mjs', ...args], { cwd: folder });
}

const tool = (fields: string): string => `defineTool({ description: 'X.', execute: () => 'hi', ${fields} })`;

describe('a module that cannot be compiled', () => {
  it.each<[string, Record<string, string>, string]>([
    ['an ES module', { 'a.mjs': 'const a = 1;\nexport const = 2;' }, 'at FOLDER/a.mjs:2'],
    [
      'an ES module that its package does not call one',
      { 'b/a.js': '\n\nexport const = 2;' },
      'at FOLDER/b/a.js:3',
    ],
    ['a CommonJS module', { 'a.cjs': '\nconst = 2;' }, 'at FOLDER/a.cjs:2'],
    [
      'a CommonJS module that it imports',
      { 'a.mjs': "import './b.cjs';", 'b.cjs': '\n\nconst = 2;' },
      'at FOLDER/b.cjs:3',
    ],
    [
      'an ES module that it imports',
      { 'a.mjs': "import './b.mjs';", 'b.mjs': 'const = 2;' },
      'in a file that it imports',
    ],
    [
      'JavaScript that TypeScript imports',
      { 'a.ts': "import './b.mjs';", 'b.mjs': 'const = 2;' },
      'in a file that it imports',
    ],
  ])('is reported with file and line as far as they are known: %s', async (_what, files, place) => {
    const [module = ''] = await Promise.all(
      Object.entries(files).map(([name, source]) => write(name, source)),
    );
    expect(await runCli(['tools', module])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${module} cannot be imported: SyntaxError: Unexpected token '='\n  ${place.replace('FOLDER', folder)}\n`,
    });
  });
});

describe('whatever a module throws', () => {
  it.each([
    ['null', 'throw null;', 'it threw null\n'],
    ['a symbol', "throw Symbol('boom');", 'it threw Symbol(boom)\n'],
    ['a function', 'throw function boom() {};', 'it threw [Function: boom]\n'],
    [
      'a promise that rejects',
      "throw Promise.reject(new Error('later'));",
      'it threw a promise. Await it instead.\n',
    ],
    ['an object without a prototype', 'throw Object.create(null);', 'it threw [Object: null prototype] {}\n'],
    ['an error without a message', 'throw new RangeError();', 'RangeError: \n  at MODULE:2\n'],
    [
      'a proxy that throws on everything',
      "throw new Proxy({}, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map(name => [name, () => { throw new Error('no'); }])));",
      undefined,
    ],
    [
      'a revoked proxy',
      'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy;',
      undefined,
    ],
    [
      'an error that cannot be read',
      "throw Object.defineProperty(new Error('a'), 'message', { get() { throw new Error('no'); } });",
      undefined,
    ],
  ])('is reported: %s', async (_what, source, text) => {
    const { code, stdout, stderr } = await run('tools', source);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const module = join(folder, 'module.mjs');
    const [answer] = stderr.split(/^(?=error )/m);
    expect(answer).toMatch(/^\/.*module\.mjs cannot be imported: ./);
    expect(answer).not.toMatch(/\n\s+at (?!\/)/);
    if (text !== undefined)
      expect(answer).toBe(`${module} cannot be imported: ${text.replace('MODULE', module)}`);
  });
});

describe('what a module exports', () => {
  it('is passed over where it is no tool, and searched however it is nested', async () => {
    const { code, stdout, stderr } = await run(
      'tools',
      `const list = [${tool("name: 'one'")}]; list.push(list, [list, [[${tool("name: 'two'")}]]]);
      export { list, list as again };
      export class Plain {}
      export const hostile = new Proxy({}, { get() { throw new Error('no'); }, getPrototypeOf() { throw new Error('no'); } });
      export const nothing = undefined;
      export default null;`,
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'one  side_effecting  X.\ntwo  side_effecting  X.\n',
      stderr: '',
    });
  });

  it.each([
    ['nothing', ''],
    ['an undecorated class', 'export class Plain { run() {} }'],
    ['empty and endless lists', 'export const list = []; list.push(list);'],
    [
      'what cannot be asked',
      'export const hostile = new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 1; } });',
    ],
  ])('has to hold a tool: %s', async (_what, source) => {
    const { code, stdout, stderr } = await run('tools', source);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `${join(folder, 'module.mjs')} exports no tools. Export a class with @Tool, what defineTool() or use() gives, or a list of them; a runtime is made of them, and is none.\n`,
    );
  });

  it.each([
    ["name: 'look_up'", 'two tools have one name. Fix: rename one.'],
    ["name: 'LookUp'", 'their names differ only in case, separators or a trailing _tool. Fix: rename one'],
    [
      "name: 'look-up-tool'",
      'their names differ only in case, separators or a trailing _tool. Fix: rename one',
    ],
  ])('may not hold two tools that a model takes for one: look_up and %s', async (fields, text) => {
    const source = `export const a = ${tool("name: 'look_up'")}; export const b = ${tool(fields)};`;
    for (const args of fields === "name: 'look_up'"
      ? [['tools'], ['call', 'look_up'], ['serve']]
      : [['tools']]) {
      const { code, stdout, stderr } = await run(args[0]!, source, ...args.slice(1));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^tools 'look_up' and '.*': /);
      expect(stderr).toContain(text);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  });

  it.each([
    [
      "name: 'look up'",
      "defineTool 'look up': the tool name 'look up' is not accepted by every model provider. Fix: use 1 to 64",
    ],
    ["name: ''", "defineTool '': the tool name '' is not accepted"],
    ['', "defineTool 'undefined': it has no name. Fix: state name: 'look_up'."],
    [
      "name: 'a', input: { 'order-id': 'string' }",
      "defineTool 'a', input: the argument name 'order-id' is not accepted by every model provider. Fix: use 1 to 64",
    ],
    ["name: 'a', execute: 5", "defineTool 'a': execute is a number. Fix: give a function."],
  ])('has to be named as every model provider wants: %s', async (fields, text) => {
    const { code, stdout, stderr } = await run('tools', `export const a = ${tool(fields)};`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('one call of a tool', () => {
  const call = (body: string, ...args: string[]): Promise<Finished> =>
    run(
      'call',
      `export const x = defineTool({ name: 'x', description: 'X.', timeoutMs: 300, execute: ${body} });`,
      'x',
      ...args,
    );

  it.each([
    ['that never returns', '() => new Promise(() => {})', /^Tool 'x' timed out after 300 ms\./],
    [
      'that never returns and keeps the process busy',
      '() => new Promise(() => setInterval(() => {}, 10))',
      /^Tool 'x' timed out after 300 ms\./,
    ],
    [
      'that gives an asynchronous generator',
      'async function* () { yield 1; }',
      /not usable: The value has an asynchronous iterator/,
    ],
    [
      'that gives a cycle',
      '() => { const a = {}; a.a = a; return a; }',
      /not usable: The value has a cycle at \/a/,
    ],
    ['that gives a function', '() => () => 1', /not usable: it is a function/],
    ['that throws null', '() => { throw null; }', /^Tool 'x' failed: it threw null\.\n$/],
    [
      'that throws a promise',
      "() => { throw Promise.reject(new Error('later')); }",
      /^Tool 'x' failed: it threw a promise\.\n$/,
    ],
    [
      'that gives promises which reject',
      "() => [1, 2].map(async () => { throw new Error('later'); })",
      /not usable: The value has a promise at \/0/,
    ],
  ])('is answered on stdout with exit code 1: %s', async (_what, body, text) => {
    const { code, stdout, stderr } = await call(body);
    expect(stdout).toMatch(text);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/^error (An exception|A rejection)/m);
    expect(stdout + stderr).not.toMatch(/\n\s+at /);
  });

  it.each([
    ['nothing', '() => {}', '(no output)\n'],
    [
      'bigints, dates, maps, sets and bytes',
      '() => [1n, new Date(0), new Map([[1n, 2]]), new Set([3]), Buffer.from("hi")]',
      '["1","1970-01-01T00:00:00.000Z",[["1",2]],[3],"aGk="]\n',
    ],
    ['a picture', "() => Observation.image(Buffer.from('hi'), 'image/png')", '[image image/png, 3 bytes]\n'],
  ])('prints a result for people: %s', async (_what, body, stdout) => {
    expect(await call(body)).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('prints what the observation draws, and what a model reads with --json', async () => {
    const drawing = `() => new (class extends Observation { visualize() { return '##\\n# #'; } })({ content: 'two and a half' })`;
    expect(await call(drawing)).toEqual({ code: 0, stdout: '##\n# #\n', stderr: '' });
    const { stdout } = await call(drawing, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: 'text', text: 'two and a half' }] });
    const { stdout: help } = await runCli(['call', '--help']);
    expect(help.replace(/\s+/g, ' ')).toContain('print its result for people');
  });

  it('is answered although something is thrown beside it that cannot be read', async () => {
    const body = `() => new Promise(resolve => {
      const { proxy, revoke } = Proxy.revocable({}, {}); revoke();
      for (const thrown of [Object.create(null), Symbol('s'), undefined, proxy]) {
        setTimeout(() => { throw thrown; });
        Promise.reject(thrown);
      }
      setTimeout(resolve, 100, 'answered');
    })`;
    const { code, stdout, stderr } = await call(body);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'answered\n' });
    expect(stderr.match(/^error An exception was not caught\./gm)).toHaveLength(4);
    expect(stderr.match(/^error A rejection was not handled\./gm)).toHaveLength(4);
  });

  it.each([["{'a': 1}"], ['a=1'], ['']])('wants JSON text as arguments: %p', async text => {
    const { code, stdout, stderr } = await call('() => 1', text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^ARGUMENTS is not JSON: .*\. Write it in quotes: '\{"id":"7"\}'\.\n$/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
