import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryRunStore, type RecordedRun } from 'toolwright';
import { compareRuns, exportRuns, importRuns, parseExport, readBelow } from 'toolwright/replay';
import { askHelper, lookAt, openRunStore, recordRun, type StoreKind } from '../support/recorded-agents.js';
import { cliPath, runCli } from '../support/run-cli.js';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'toolwright-exchange-'))));
afterEach(() => rm(folder, { recursive: true }));

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe.each<[StoreKind, StoreKind]>([
  ['folder', 'database'],
  ['database', 'folder'],
])('toolwright runs export and import, from a %s to a %s', (from, to) => {
  let source: string;
  let target: string;

  beforeEach(async () => {
    source = join(folder, from === 'folder' ? 'source' : 'source.db');
    target = join(folder, to === 'folder' ? 'target' : 'target.db');
    const store = openRunStore(from, source);
    await recordRun(store, {
      ...{ runId: 'r1', turns: [askHelper('Count.'), 'ok'], helper: [lookAt('pen'), 'done'] },
    });
    await store.close();
  });

  const read = async (kind: StoreKind, place: string): Promise<RecordedRun[]> => {
    const store = openRunStore(kind, place);
    const ids = (await store.list()).map(({ runId }) => runId).sort();
    const runs = await Promise.all(ids.map(async id => (await store.read(id))!));
    await store.close();
    return runs;
  };

  it('carry a run over, with those below it', async () => {
    const file = join(folder, 'out', 'r1.jsonl');
    const exported = await runCli(['runs', 'export', 'r1', '--store', source, '--with-children', '-o', file]);
    expect(exported).toEqual({ code: 0, stdout: `wrote 2 runs to ${file}\n`, stderr: '' });
    const imported = await runCli(['runs', 'import', file, '--store', target]);
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    const before = await read(from, source);
    expect(before).toHaveLength(2);
    expect(imported.stdout).toBe(before.map(({ runId }) => `imported ${runId}\n`).join(''));
    expect(await read(to, target)).toEqual(before);
  });

  it('carry it over alone, through a pipe', async () => {
    const { stdout } = await runCli(['runs', 'export', 'r1', '--store', source]);
    expect(JSON.parse(stdout.split('\n')[0]!)).toEqual({
      export: 1,
      toolwright: (JSON.parse(await readFile('package.json', 'utf8')) as { version: string }).version,
      runs: [{ runId: 'r1', events: stdout.trim().split('\n').length - 1 }],
      isRedacted: false,
      hasContent: true,
    });
    const taking = [cliPath, 'runs', 'import', '-', '--store', target];
    const env = { ...process.env, NODE_OPTIONS: '' };
    expect(spawnSync(process.execPath, taking, { input: stdout, env, encoding: 'utf8' })).toMatchObject({
      ...{ status: 0, stdout: 'imported r1\n', stderr: '' },
    });
    expect((await read(to, target)).map(({ runId }) => runId)).toEqual(['r1']);
  });

  it('refuse a run that is there, and take it under another id, those below with it', async () => {
    const file = join(folder, 'r1.jsonl');
    await runCli(['runs', 'export', 'r1', '--store', source, '--with-children', '--out', file]);
    const before = await read(from, source);
    const again = await runCli(['runs', 'import', file, '--store', source]);
    expect(again).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is a run "r1" in ${source} already. Import it under another id: --as NEW-ID\n`,
    });
    expect(await read(from, source)).toEqual(before);
    const renamed = await runCli(['runs', 'import', file, '--store', source, '--as', 'copy']);
    expect(renamed.stdout).toMatch(/^imported copy\nimported copy\/1\/.+\n$/);
    const { code, stdout } = await runCli(['diff', 'r1', 'copy', '--store', source]);
    expect(stdout).toContain('No difference in 2 steps.');
    expect(code).toBe(0);
    const all = await read(from, source);
    expect(all).toHaveLength(4);
    const below = all.find(({ runId }) => runId.startsWith('copy/'))!;
    expect(below.events[0]).toMatchObject({ parent: { runId: 'copy' } });
  });
});

describe('an import', () => {
  const store = new MemoryRunStore();
  let lines: readonly string[];

  beforeAll(async () => {
    const runs = [await recordRun(store, { runId: 'r1', turns: [lookAt('pen'), 'ok'] })];
    ({ lines } = exportRuns(runs));
  });

  const refused = (text: string, reason: string): void =>
    expect(() => parseExport(text, 'x.jsonl')).toThrow(
      expect.objectContaining({
        code: 'JOURNAL_UNREADABLE',
        message: expect.stringMatching(reason) as string,
      }) as Error,
    );

  it('refuses what is no export, cut off, damaged, or of a later version', () => {
    const [head = '', first = '', ...rest] = lines;
    refused('', 'in x\\.jsonl, line 1 cannot be read: this is no export of runs\\.$');
    refused('{"export":1}\n', 'does not say which runs follow');
    refused(head.replace('"export":1', '"export":2'), 'exported in form 2 by toolwright .* reads up to 1');
    refused(head.replace('"export":1', '"export":0'), 'does not say which runs follow');
    refused(
      textOf(lines.slice(0, -1)),
      `run 'r1' .* it ends with event ${lines.length - 2} of ${lines.length - 1}`,
    );
    refused(textOf([...lines, first]), `more follows than its first line says, in line ${lines.length + 1}`);
    refused(textOf([head, first.slice(0, 20), ...rest]), 'line 2 cannot be read: it is damaged');
    refused(textOf([head, first.replace('"r1"', '"r2"'), ...rest]), "line 2 .* of another run, 'r2'");
    refused(textOf([head, ...rest, first]), 'line 2 .* event 1 stands in the place of 0');
    refused(textOf([head, first.replace('"v":1', '"v":9'), ...rest]), 'line 2 .* by a later toolwright');
    refused(textOf([head, first.replace('"v":1', '"v":0'), ...rest]), 'line 2 .* in form 0');
    refused(textOf([head, first.replace('"input":[{', '"input":[7,{'), ...rest]), 'line 2 .* else at /input');
    refused(textOf([head, first.replace(/"agent":"\w+",/, ''), ...rest]), "'run-started' .* else at /agent");
    refused(textOf([head, first.replace(/"at":"\d/, '"at":"x'), ...rest]), 'else at /at');
    const answered = textOf(lines).replace(/"costUsd":0/, '"costUsd":"0"');
    refused(answered, "'model-call-ended' .* else at /response/usage/costUsd");
    const twice = head.replace(/"runs":\[(.*)\]/, '"runs":[$1,$1]');
    refused(textOf([twice, ...lines.slice(1), ...lines.slice(1)]), 'does not say which runs follow');
  });

  it('takes all runs or none', async () => {
    const above = await recordRun(store, {
      ...{ runId: 'above', turns: [askHelper('Count.'), 'ok'], helper: ['done'] },
    });
    const runs = [above, ...(await readBelow(store, 'above'))];
    expect(runs).toHaveLength(2);
    const other = openRunStore('folder', join(folder, 'runs'));
    const holder = await other.write(runs[1]!.runId);
    await expect(importRuns(other, runs)).rejects.toMatchObject({ code: 'RUN_BUSY' });
    await holder.append(runs[1]!.events.slice(0, 1));
    await holder.close();
    await expect(importRuns(other, runs)).rejects.toMatchObject({ code: 'RUN_TAKEN' });
    expect(await other.read('above')).toBeUndefined();
    expect(await readdir(join(folder, 'runs'))).toHaveLength(1);
    await (await other.write(runs[1]!.runId)).delete();
    expect(await importRuns(other, runs)).toEqual(runs.map(({ runId }) => runId));
    await other.close();
  });

  it('renames what it waits for below', async () => {
    const waiting = await recordRun(store, {
      ...{ runId: 'waiting', turns: [askHelper('Count.')], helper: [lookAt('pen')], isAsking: false },
    });
    const paused: RecordedRun = {
      runId: 'waiting',
      events: [
        waiting.events[0]!,
        {
          ...{ type: 'run-paused', callIds: ['c'], below: [{ runId: 'waiting/1/c', callId: 'd' }] },
          ...{ v: 1, runId: 'waiting', seq: 1, at: waiting.events[1]!.at },
        },
      ],
    };
    await importRuns(store, [paused], { as: 'elsewhere' });
    const { events } = (await store.read('elsewhere'))!;
    expect(events[1]).toMatchObject({ runId: 'elsewhere', below: [{ runId: 'elsewhere/1/c', callId: 'd' }] });
  });
});

describe('what is exported', () => {
  const store = new MemoryRunStore();
  let run: RecordedRun;

  beforeAll(async () => {
    run = await recordRun(store, {
      runId: 'r1',
      input: 'Card 4000-1234-5678-9010, for ann@example.com. Key k3y-value.',
      turns: [
        [{ name: 'look', arguments: { item: 'card 4000-1234-5678-9010', note: 7 } }],
        lookAt('pen'),
        'Bye Ann.',
      ],
    });
  });

  it('has secrets masked, as the journal has', () => {
    const text = textOf(exportRuns([run]).lines);
    expect(text).not.toContain('k3y-value');
    expect(text).toContain('[secret KEY]');
    expect(textOf(exportRuns([run], { pointers: ['/**/item'] }).lines)).toContain('[secret KEY]');
  });

  it('is redacted where pointers point, in arguments and results too, and stays a run', async () => {
    const { lines, unused } = exportRuns([run], { pointers: ['/**/item', '/input/*/text', '/**/nowhere'] });
    const text = textOf(lines);
    expect(text).not.toMatch(/pen|Card/);
    expect(text).toContain('\\"item\\":\\"[redacted]\\"');
    // A result that is JSON text.
    expect(text).toContain('"text":"{\\"item\\":\\"[redacted]\\",\\"left\\":3');
    expect(text).toContain('"arguments":{"item":"[redacted]"}');
    expect(text).toContain('"input":[{"type":"text","text":"[redacted]"}]');
    expect(text).toContain('Bye Ann.');
    expect(unused).toEqual(['/**/nowhere']);
    const { header, runs } = parseExport(text);
    expect(header).toMatchObject({ isRedacted: true, hasContent: true });
    const [id] = await importRuns(new MemoryRunStore(), runs);
    expect(id).toBe('r1');
    expect(compareRuns(run, runs[0]!, { ignore: ['input', 'arguments', 'output'] }).isEqual).toBe(true);
  });

  it('is redacted as a whole where a pointer points at more than a text, kinds and counts aside', () => {
    const { lines } = exportRuns([run], { pointers: ['/response', '/observation/structuredContent'] });
    const { runs } = parseExport(textOf(lines));
    const asked = runs[0]!.events.find(({ type }) => type === 'model-call-ended');
    expect(asked).toMatchObject({
      response: {
        content: [
          { type: 'tool-call', toolName: 'look', arguments: '{"item":"[redacted]","note":"[redacted]"}' },
        ],
        finishReason: 'tool-calls',
        usage: { inputTokens: expect.any(Number) },
      },
    });
  });

  it('is redacted wherever patterns match, numbers in free values too', () => {
    const { lines, unused } = exportRuns([run], {
      patterns: [/\d{4}(-\d{4}){3}/, /\bann\b/i, /^7$/, /no such text/],
    });
    const text = textOf(lines);
    expect(text).not.toMatch(/4000-|Ann|ann@/);
    expect(text).toContain('Card [redacted], for [redacted]@example.com.');
    expect(text).toContain('\\"note\\":\\"[redacted]\\"');
    expect(unused).toEqual(['no such text']);
  });

  it('has hashes and lengths in place of content on demand, which can still be compared', async () => {
    const same = await recordRun(store, { turns: [lookAt('pen'), 'Bye Ann.'] });
    const other = await recordRun(store, { turns: [lookAt('pen'), 'Bye Bob.'] });
    const [a, b, c] = [same, same, other].map(each => {
      const { lines } = exportRuns([each], { content: false });
      expect(textOf(lines)).not.toMatch(/pen|Bye|left/);
      return parseExport(textOf(lines));
    });
    expect(a!.header).toMatchObject({ isRedacted: true, hasContent: false });
    expect(textOf(exportRuns([same], { content: false }).lines)).toMatch(
      /"text":"\[removed: 8 characters, sha256 [0-9a-f]{64}\]"/,
    );
    expect(compareRuns(a!.runs[0]!, b!.runs[0]!).isEqual).toBe(true);
    const found = compareRuns(a!.runs[0]!, c!.runs[0]!);
    expect(found.steps[1]!.differences).toMatchObject([{ section: 'text', kind: 'changed' }]);
    expect(found.steps[0]!.calls[0]!.differences).toEqual([]);
  });

  it('refuses a pointer that points nowhere', () => {
    expect(() => exportRuns([run], { pointers: ['item'] })).toThrow("'item' is no pointer into events.");
    expect(() => exportRuns([run], { pointers: ['/**'] })).toThrow(RangeError);
  });
});

describe('toolwright runs export', () => {
  let place: string;
  beforeEach(async () => {
    place = join(folder, 'runs');
    const store = openRunStore('folder', place);
    await recordRun(store, { runId: 'r1', input: 'For ann@example.com', turns: [lookAt('pen'), 'Bye.'] });
    await store.close();
  });

  const exported = (...args: string[]): ReturnType<typeof runCli> =>
    runCli(['runs', 'export', 'r1', '--store', place, ...args]);

  it('takes out what it is told to, and says what met nothing', async () => {
    const { code, stdout, stderr } = await exported(
      ...['--redact', '/**/item', '--redact', '[a-z]+@example', '--redact', '/nowhere'],
    );
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/pen|ann@/);
    expect(stdout).toContain('For [redacted].com');
    expect(stderr).toBe('warning: --redact /nowhere met nothing that could be taken out.\n');
    const without = await exported('--no-content');
    expect(without.stdout).not.toMatch(/pen|Bye|ann@/);
    expect(without.stderr).toBe('');
  });

  it('refuses what it cannot do', async () => {
    expect(await exported('--redact', '/**')).toMatchObject({
      ...{ code: 2, stdout: '' },
      stderr: expect.stringContaining("'/**' is no pointer into events"),
    });
    expect((await exported('--redact', '(')).code).toBe(2);
    expect((await runCli(['runs', 'export', 'none', '--store', place])).stderr).toContain("no run 'none'");
    const none = join(folder, 'none.jsonl');
    expect(await runCli(['runs', 'import', none, '--store', place])).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining(`'${none}' cannot be read: ENOENT`) },
    });
    await writeFile(none, 'Dear diary\n');
    expect(await runCli(['runs', 'import', none, '--store', join(folder, 'new')])).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('this is no export of runs.') },
    });
    expect(await readdir(folder)).not.toContain('new');
  });
});
