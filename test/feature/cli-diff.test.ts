import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunComparison } from 'toolwright/replay';
import { readCommands } from '../support/quoted-commands.js';
import { askHelper, lookAt, openRunStore, recordRun, type StoreKind } from '../support/recorded-agents.js';
import { repository, runCli } from '../support/run-cli.js';

describe.each<StoreKind>(['folder', 'database'])('toolwright diff, of a %s', kind => {
  let folder: string;
  let place: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-diff-'));
    place = join(folder, kind === 'folder' ? 'runs' : 'runs.db');
    const store = openRunStore(kind, place);
    await recordRun(store, { runId: 'first', turns: [lookAt('pen'), 'Three.'] });
    await recordRun(store, { runId: 'same', turns: [lookAt('pen'), 'Three.'] });
    await recordRun(store, { runId: 'other', turns: [lookAt('pen'), lookAt('ink'), 'Some.'] });
    const above = [askHelper('Count.'), 'ok'];
    await recordRun(store, { runId: 'above', turns: above, helper: [lookAt('pen'), 'done'] });
    await recordRun(store, { runId: 'below-differs', turns: above, helper: [lookAt('ink'), 'done'] });
    await recordRun(store, { runId: 'monday', turns: [lookAt('lamp'), 'Is it broken?'] });
    await recordRun(store, {
      ...{ runId: 'tuesday', turns: [lookAt('lamp 2'), askHelper('Refund it.'), 'It is paid back.'] },
      helper: ['done'],
    });
    await store.close();
  });

  afterAll(() => rm(folder, { recursive: true }));

  const diff = (...args: string[]): ReturnType<typeof runCli> => runCli(['diff', ...args, '--store', place]);

  it('ends with 0 when they are the same', async () => {
    expect(await diff('first', 'same')).toEqual({
      code: 0,
      stdout: [
        '--- first  completed, clerk, scripted',
        '+++ same  completed, clerk, scripted',
        'No difference in 2 steps.',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('ends with 1 when they are not, and says in what', async () => {
    const { code, stdout } = await diff('first', 'other', '--ignore', 'usage');
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        '--- first  completed, clerk, scripted',
        '+++ other  completed, clerk, scripted',
        '@@ step 2 @@',
        '  steps',
        '+   {"calls":[{"toolName":"look","arguments":{"item":"ink"}}]}',
        '@@ step 2/3 @@',
        '  text',
        '-   "Three."',
        '+   "Some."',
        '2 differences; 1 of 3 steps the same.',
        '',
      ].join('\n'),
    );
    const { stdout: all } = await diff('first', 'other', '--ignore', 'text', 'finish');
    expect(all).toContain('@@ step 2 @@\n  steps\n+   {');
    expect(all).not.toContain('Three.');
  });

  it('prints what its page says', async () => {
    const page = await readFile(join(repository, 'docs/replay.md'), 'utf8');
    const [command] = readCommands(/```console\n([\s\S]*?)```/.exec(page)![1]!);
    const args = command!.args.map(each => (each === 'runs' ? place : each));
    expect((await runCli(args)).stdout.trim()).toBe(command!.printed);
  });

  it('follows the agents below', async () => {
    const { code, stdout } = await diff('above', 'below-differs');
    expect(code).toBe(1);
    expect(stdout).toContain(
      '@@ step 1 › call 1 helper › step 1 › call 1 look @@\n  arguments written /item\n-   "pen"\n+   "ink"\n',
    );
  });

  it('prints all of it for programs, with times on demand', async () => {
    const { code, stdout } = await diff('first', 'other', '--json', '--time');
    expect(code).toBe(1);
    const comparison = JSON.parse(stdout) as RunComparison;
    expect(comparison).toMatchObject({ isEqual: false, a: { runId: 'first' }, b: { runId: 'other' } });
    expect(comparison.time?.a).toEqual(expect.any(Number));
    expect((await diff('first', 'same', '--json')).stdout).not.toContain('"time"');
  });

  it('ends with 2 when it cannot be done', async () => {
    expect(await diff('first', 'none')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `There is no run 'none' in ${place}. List them: toolwright runs list --store ${place}\n`,
    });
    expect((await diff('first')).code).toBe(2);
    expect((await diff('first', 'other', '--ignore', 'weather')).code).toBe(2);
    expect((await runCli(['diff', 'first', 'same'])).code).toBe(2);
  });
});
