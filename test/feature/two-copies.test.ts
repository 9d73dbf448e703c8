import { spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { InstalledPackage } from '../support/installed-package.js';
import { repository } from '../support/run-cli.js';

/** Everything that reaches a container or metadata: decorators of both packages, tokens, and the tool that asks. */
const TOOLS = `
import 'reflect-metadata';
import { RunContext, Tool, ToolSet } from 'toolwright';
import { container, inject, injectable, singleton } from 'tsyringe';

@singleton()
export class Counter {
  count = 0;
}

@injectable()
export class Session {
  constructor(readonly run: RunContext<string>) {}
}

@ToolSet()
export class Desk {
  constructor(readonly counter: Counter, readonly session: Session) {}

  @Tool('Count the calls.')
  count(): string {
    return this.session.run.state + ' ' + String(++this.counter.count);
  }
}

@ToolSet()
export class Store {
  constructor(@inject('dsn') readonly dsn: string) {}

  @Tool('Tell where the data is.')
  where(): string {
    return this.dsn;
  }
}

container.register('dsn', { useValue: 'postgres://' });
`;

const MAIN = `
import { createToolRuntime } from 'toolwright';
import { container } from 'tsyringe';
import { Desk, Store } from './tools.ts';

const logged = [];
const logger = { debug() {}, info() {}, warn() {}, error: text => logged.push(text) };
const answers = [];
for (const options of [{ logger }, { logger, container }]) {
  const runtime = createToolRuntime([Desk, Store], options);
  for (const name of ['count', 'count', 'where'])
    answers.push((await runtime.call({ name }, { state: 'acme' })).text);
}
console.log(JSON.stringify({ answers, logged }));
`;

const UNAVAILABLE = expect.stringContaining('is not available because of a mistake in its set-up');
const COUNTED = ['acme 1', 'acme 2', 'postgres://'];

let installed: InstalledPackage;
beforeAll(() => {
  installed = new InstalledPackage();
  installed.copy('tsyringe');
  installed.write({
    'package.json': JSON.stringify({ private: true, type: 'module' }),
    'tools.ts': TOOLS,
    'main.js': MAIN,
  });
});
afterAll(() => installed.remove());

/** What npm does where two versions are wanted: one beside the project, one inside the package. */
function installAgain(name: string): void {
  mkdirSync(join(installed.root, 'node_modules'), { recursive: true });
  cpSync(join(repository, 'node_modules', name), join(installed.root, 'node_modules', name), {
    recursive: true,
  });
}

function run(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, args, {
    cwd: installed.folder,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
}

const register = (): string => join(installed.root, 'dist/cli/typescript/register.js');

async function runMain(): Promise<{ answers: string[]; logged: string[] }> {
  const { stdout, stderr } = await run(['--import', register(), 'main.js']);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as { answers: string[]; logged: string[] };
}

// In this order: each adds a copy to what the one before has left.
describe('a project in which toolwright finds', () => {
  it('one copy of everything: works', async () => {
    expect(await runMain()).toEqual({
      answers: [...COUNTED, 'acme 3', 'acme 4', 'postgres://'],
      logged: [],
    });
  });

  it('another reflect-metadata: works, since all copies keep one registry', async () => {
    installAgain('reflect-metadata');
    expect(await runMain()).toEqual({
      answers: [...COUNTED, 'acme 3', 'acme 4', 'postgres://'],
      logged: [],
    });
  });

  it('another tsyringe: says so for what is registered there, and works with the container of the project', async () => {
    installAgain('tsyringe');
    const { answers, logged } = await runMain();

    expect(answers).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, ...COUNTED]);
    const copies =
      `is registered in another copy of tsyringe (${join(installed.folder, 'node_modules/tsyringe')}) ` +
      `than toolwright uses (${join(installed.root, 'node_modules/tsyringe')}).`;
    expect(logged).toEqual([
      expect.stringContaining(`Counter: it ${copies}`),
      expect.stringContaining(`Counter: it ${copies}`),
      expect.stringContaining(`token 'dsn': it ${copies}`),
    ]);
    expect(logged[0]).toContain('Fix: install one copy (`npm ls tsyringe`');
  });

  it('another tsyringe: is told before a command calls anything', async () => {
    const { code, stdout, stderr } = await run([
      join(installed.root, 'dist/cli/main.js'),
      ...['call', 'tools.ts', 'count'],
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Counter: it is registered in another copy of tsyringe \(/);
  });
});
