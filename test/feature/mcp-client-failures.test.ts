import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallObservation, createToolRuntime } from 'toolwright';
import { type McpServerConfig, McpTools, type McpToolsOptions } from 'toolwright/mcp';

const opened: McpTools[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

const logOf = (): string => join(mkdtempSync(join(tmpdir(), 'toolwright-mcp-')), 'log');
const linesOf = (log: string): string[] => readFileSync(log, 'utf8').trim().split('\n');

const server = (behaviour: string, options: McpServerConfig = {}, log = ''): McpServerConfig => ({
  command: process.execPath,
  args: [resolve('test/support/raw-mcp-server.mjs'), behaviour, log],
  prefix: false,
  ...options,
});

async function open(config: McpServerConfig, options: McpToolsOptions = {}): Promise<McpTools> {
  const tools = new McpTools({ mcpServers: { raw: config } }, options);
  opened.push(tools);
  return tools.open();
}

const call = (tools: McpTools, name: string, args: object = {}, options = {}): Promise<CallObservation> =>
  createToolRuntime(tools.definitions()).call({ name, arguments: args }, options);

/** One that has ended and was not collected yet is a zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

const reasons = (tools: McpTools): string => tools.reports.map(({ reason }) => reason).join('\n');

describe('a server that cannot be connected to', () => {
  it.each<[string, McpServerConfig, RegExp]>([
    ['its command is missing', { command: 'toolwright-no-such-command' }, /ENOENT/],
    ['its arguments are in its command', { command: 'node -v' }, /'node -v' .*goes into args \(ENOENT\)/],
    [
      'its folder is missing',
      server('plain', { cwd: '/no/such/folder' }),
      /its folder '\/no\/such\/folder' is not there/,
    ],
    ['it exits at once', server('exits'), /ended with code 3\. Its stderr ends: cannot find the settings/],
    ['it says nothing', server('silent', { connectTimeoutMs: 300 }), /: no answer in 300 ms/],
    ['it never lists its tools', server('lists-nothing', { connectTimeoutMs: 300 }), /could not be listed/],
    ['nobody listens', { url: 'http://127.0.0.1:1/mcp' }, /ECONNREFUSED|fetch failed/],
  ])('since %s', async (_why, config, reason) => {
    const tools = await open(config);
    expect(tools.definitions()).toEqual([]);
    expect(reasons(tools)).toMatch(reason);
  });

  it('is not tried again at once, and then is, without anybody waiting for it', async () => {
    const log = logOf();
    const starts = (): number => linesOf(log).filter(line => line.startsWith('start')).length;
    const tools = await open(server('late', {}, log));
    expect(reasons(tools)).toMatch(/ended with code 4/);
    await tools.open();
    await sleep(100);
    expect(starts()).toBe(1);
    expect(reasons(tools)).toMatch(/it is down, and is tried again in 1 s/);
    const { version } = tools;
    for (let waited = 0; tools.definitions().length === 0 && waited < 8_000; waited += 200) {
      await tools.open();
      await sleep(200);
    }
    expect(starts()).toBe(2);
    expect(tools.version).toBeGreaterThan(version);
    expect((await call(tools, 'count')).text).toBe('1');
  });
});

describe('a server that writes too much to stderr', () => {
  it('is read all the same', async () => {
    const tools = await open(server('noisy', { connectTimeoutMs: 5_000 }));
    expect((await call(tools, 'count')).text).toBe('1');
  });
});

describe('a call', () => {
  it('during which the server crashes may have taken effect', async () => {
    const tools = await open(server('crashes'));
    const runtime = createToolRuntime(tools.definitions());
    const [first, second] = await Promise.all([
      runtime.call({ name: 'echo', arguments: {} }),
      runtime.call({ name: 'safe', arguments: {} }),
    ]);
    for (const { text } of [first, second])
      expect(text).toMatch(
        /the connection to the MCP server 'raw' was lost: .*code 9.*The outcome is unknown/s,
      );
    expect((await runtime.call({ name: 'count', arguments: {} })).text).toBe('1');
  });

  it.each(['read_only', 'idempotent'] as const)(
    'of a tool that is %s is made again after a crash, as the same call',
    async replayClass => {
      const log = logOf();
      const tools = await open(server('crashes-once', { replayClass }, log));
      expect((await call(tools, 'safe', { a: 1 })).text).toBe('{"a":1}');
      const calls = linesOf(log).filter(line => line.startsWith('call safe'));
      expect(calls).toHaveLength(2);
      expect(calls[0]).toBe(calls[1]);
      expect(calls[0]).toMatch(/ \S+\/\S+$/);
    },
  );

  it('of any other tool is not made again, and the next one finds the server', async () => {
    const log = logOf();
    const tools = await open(server('crashes-once', {}, log));
    expect((await call(tools, 'safe')).text).toMatch(/was lost: .*The outcome is unknown/s);
    expect(linesOf(log).filter(line => line.startsWith('call safe'))).toHaveLength(1);
    expect((await call(tools, 'safe')).text).toBe('{}');
  });

  it('is not disturbed by lines that are no messages, nor by text before one, and both are told once', async () => {
    const tools = await open(server('garbage'));
    expect((await call(tools, 'echo', { text: 'a' })).text).toBe('{"text":"a"}');
    expect((await call(tools, 'echo', { text: 'b' })).text).toBe('{"text":"b"}');
    expect(reasons(tools)).toBe(
      'it writes to its stdout what is no message, which is left out: "this is no JSON"',
    );
  });

  it('may take long while it tells its progress', async () => {
    const tools = await open(server('progress', { timeoutMs: 250 }));
    const seen: number[] = [];
    const observation = await call(
      tools,
      'echo',
      {},
      { onProgress: ({ progress }: { progress: number }) => seen.push(progress) },
    );
    expect(observation.text).toBe('slow but done');
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('ends at its deadline, progress or not', async () => {
    const tools = await open(server('progress', { deadlineMs: 250 }));
    const observation = await call(tools, 'echo');
    expect(observation.text).toMatch(/timed out after 250 ms\. The outcome is unknown/);
  });

  it('without an answer ends when its time is over, and the server is told', async () => {
    const log = logOf();
    const tools = await open(server('hangs', { timeoutMs: 200 }, log));
    expect((await call(tools, 'echo')).text).toMatch(
      /no answer and no progress for 200 ms\. The outcome is unknown/,
    );
    await sleep(50);
    expect(linesOf(log)).toContain('cancelled');
  });

  it('that many wait for at a crash is answered for each, and made again where that may be', async () => {
    const log = logOf();
    const tools = await open(server('crashes-once', { replayClass: { safe: 'read_only' } }, log));
    const runtime = createToolRuntime(tools.definitions());
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        runtime.call({ id: `c${n}`, name: n % 2 === 0 ? 'safe' : 'echo', arguments: { text: `${n}` } }),
      ),
    );
    expect(answers.map(({ callId }) => callId)).toEqual(answers.map((_, n) => `c${n}`));
    const failed = answers.filter(({ isError }) => isError);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every(({ toolName }) => toolName === 'echo')).toBe(true);
    expect(failed.every(({ text }) => text.includes('The outcome is unknown'))).toBe(true);
    const acted = linesOf(log)
      .filter(line => line.startsWith('call echo'))
      .map(line => line.split('} ')[0]);
    expect(new Set(acted).size).toBe(acted.length);
  });

  it('to a server that crashes on each is not made at once for ever', async () => {
    const log = logOf();
    const tools = await open(server('crashes', {}, log));
    const texts: string[] = [];
    for (let n = 0; n < 10; n++) texts.push((await call(tools, 'echo')).text);
    expect(texts.slice(0, 2).every(text => text.includes('was lost'))).toBe(true);
    expect(texts.at(-1)).toMatch(/is down, and is tried again in \d+ s\. It did not run/);
    expect(linesOf(log).filter(line => line.startsWith('start')).length).toBeLessThan(5);
    expect(tools.reports.length).toBeLessThan(10);
  });

  it('that is cancelled is cancelled at the server', async () => {
    const log = logOf();
    const tools = await open(server('hangs', {}, log));
    const stop = new AbortController();
    const running = call(tools, 'echo', {}, { signal: stop.signal });
    await sleep(100);
    stop.abort();
    expect((await running).text).toContain('was cancelled');
    await sleep(50);
    expect(linesOf(log)).toContain('cancelled');
  });

  it('that is cancelled while it is a task ends the task', async () => {
    const log = logOf();
    const tools = await open(server('task', {}, log));
    const stop = new AbortController();
    const running = call(tools, 'long', {}, { signal: stop.signal });
    await sleep(200);
    stop.abort();
    expect((await running).text).toContain('was cancelled');
    for (let waited = 0; !readFileSync(log, 'utf8').includes('task') && waited < 5_000; waited += 50)
      await sleep(50);
    expect(linesOf(log)).toContain('cancelled task t1');
  });

  it('that the server refuses says why', async () => {
    const { text } = await call(await open(server('errors')), 'echo');
    expect(text).toBe("Tool 'echo' failed: no such thing");
  });

  it('with a huge result is cut', async () => {
    const { text } = await call(await open(server('huge')), 'echo');
    expect(text.length).toBeLessThan(120_000);
  });

  it('with more than a message may have fails alone', async () => {
    const log = logOf();
    const tools = await open(server('huge', {}, log));
    const runtime = createToolRuntime(tools.definitions());
    const [large, tooLarge, small] = await Promise.all(
      [12_000_000, 68_000_000, 3].map(size =>
        runtime.call({ name: 'echo', arguments: { text: String(size) } }),
      ),
    );
    expect(large?.isError).toBe(false);
    expect(tooLarge?.text).toMatch(
      /^Tool 'echo' failed: the answer is longer than 67108864 bytes and was not read; it has run/,
    );
    expect(small?.text).toBe('zzz');
    expect(linesOf(log).filter(line => line.startsWith('start'))).toHaveLength(1);
  });

  it('keeps every kind of block, in order', async () => {
    const { content, isError } = await call(await open(server('media')), 'echo');
    expect(isError).toBe(false);
    expect(content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png', annotations: { priority: 0.5 } },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      {
        type: 'resource_link',
        uri: 'file:///a.txt',
        name: 'a',
        description: 'A.',
        mimeType: 'text/plain',
        size: 3,
      },
      { type: 'resource', resource: { uri: 'file:///b.txt', mimeType: 'text/plain', text: 'bee' } },
      { type: 'resource', resource: { uri: 'file:///c.bin', blob: 'aGk=' } },
      { type: 'text', text: 'two' },
    ]);
  });

  it('that gives data alone gives it to the model, too', async () => {
    const observation = await call(await open(server('data-only')), 'data');
    expect(observation.structuredContent).toEqual({ n: 1 });
    expect(observation.text).toBe('{"n":1}');
  });

  it('to servers that are closed is answered, and starts none', async () => {
    const log = logOf();
    const tools = await open(server('plain', {}, log));
    const runtime = createToolRuntime(tools.definitions());
    await tools.close();
    const { text, isError } = await runtime.call({ name: 'count' });
    expect(isError).toBe(true);
    expect(text).toMatch(/the MCP server 'raw' cannot be reached: it is closed\. It did not run/);
    expect(linesOf(log).filter(line => line.startsWith('start'))).toHaveLength(1);
  });

  it('keeps blocks that nobody knows, as text', async () => {
    const { content } = await call(await open(server('strange')), 'echo');
    expect(content).toEqual([
      { type: 'text', text: '{"type":"hologram","beam":1}' },
      { type: 'text', text: 'plain', annotations: { audience: ['user'] } },
    ]);
  });

  it('whose data is not as promised keeps its content', async () => {
    const tools = await open(server('bad-output'));
    const observation = await call(tools, 'data');
    expect(observation).toMatchObject({ isError: false });
    expect(observation.text).toMatch(/^none\n\(The result does not have the structure/);
    expect(observation.structuredContent).toBeUndefined();
  });

  it('gives data once, though the server repeats it as text', async () => {
    const observation = await call(await open(server('twice')), 'data');
    expect(observation.content).toEqual([{ type: 'text', text: '{"n":1}' }]);
    expect(observation.structuredContent).toEqual({ n: 1 });
  });

  it('with arguments that do not fit never reaches the server', async () => {
    const log = logOf();
    const tools = await open(server('prefix', {}, log));
    expect((await call(tools, 'tuple', { pair: ['x', 'y'] })).text).toMatch(
      /^Invalid arguments for tool 'tuple'/,
    );
    expect((await call(tools, 'nullable', { a: null, b: null })).text).toBe('{"a":null}');
    expect(linesOf(log).filter(line => line.startsWith('call'))).toEqual(['call nullable {"a":null}']);
  });
});

it('runs in the folder that it is given', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-mcp-')));
  expect((await call(await open(server('cwd', { cwd })), 'echo')).text).toBe(cwd);
});

describe('two servers', () => {
  it('with a tool of one name are told apart by their keys, and each gets its calls', async () => {
    const logs = [logOf(), logOf()];
    const config = (log: string): McpServerConfig => {
      const { prefix: _none, ...rest } = server('plain', {}, log);
      return rest;
    };
    const tools = new McpTools({ mcpServers: { one: config(logs[0]!), two: config(logs[1]!) } });
    opened.push(tools);
    await tools.open();
    await call(tools, 'one_echo', { text: 'to one' });
    await call(tools, 'two_echo', { text: 'to two' });
    const calls = logs.map(log => linesOf(log).filter(line => line.startsWith('call')));
    expect(calls).toEqual([['call echo {"text":"to one"}'], ['call echo {"text":"to two"}']]);
  });

  it('that have a tool of one name: the first has it, and the other is told of', async () => {
    const tools = new McpTools({ mcpServers: { one: server('plain'), two: server('plain', {}, logOf()) } });
    opened.push(tools);
    await tools.open();
    const names = tools.definitions().map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(reasons(tools)).toContain("its tool 'count' is left out: 'one' has one of that name");
    const runtime = createToolRuntime(tools.definitions());
    expect((await runtime.call({ name: 'count' })).text).toBe('1');
    expect(tools.findTool('two', 'count')).toBeUndefined();
  });
});

describe('a list of tools', () => {
  it('without a tool that the configuration makes a promise for is told of', async () => {
    const tools = await open(server('plain', { replayClass: { coutn: 'read_only', count: 'read_only' } }));
    expect(tools.reports).toEqual([
      { server: 'raw', reason: "'raw' has no 'coutn', which replayClass names." },
    ]);
  });

  it('loses only those that cannot be used', async () => {
    const tools = await open(server('bad-schemas'));
    const names = tools.definitions().map(({ name }) => name);
    expect(names).toEqual(['good', 'boolean-property', 'array-output', 'dangling']);
    expect(reasons(tools)).toMatch(/Tool 2 of 'raw' is left out: it has no inputSchema/);
    expect(reasons(tools)).toMatch(/Tool 3 of 'raw' is left out: it has no name/);
    expect(reasons(tools)).toMatch(/Tool 'bad-type' of 'raw' is left out/);
    expect(reasons(tools)).toMatch(/'dangling' of 'raw': its outputSchema cannot be used/);
    expect((await call(tools, 'good')).isError).toBe(false);
  });

  it('may use one $id twice', async () => {
    const tools = await open(server('same-ids'));
    expect((await call(tools, 'first', { n: 1 })).isError).toBe(false);
    expect((await call(tools, 'second', { s: 'x' })).isError).toBe(false);
    expect((await call(tools, 'second', { n: 1 })).isError).toBe(true);
  });

  it('gets names that every provider takes, and calls by the old ones', async () => {
    const log = logOf();
    const tools = await open(server('odd-names', { prefix: 'srv' }, log));
    const names = tools.definitions().map(({ name }) => name);
    for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('srv___proto__');
    expect(reasons(tools)).toContain("'raw' lists 'twice' twice");
    await call(tools, names.find(name => name.startsWith('srv_a_b_')) ?? '', {});
    expect(linesOf(log).at(-1)).toMatch(/^call a[./ ]b /);
  });

  it('gets names that do not depend on its order', async () => {
    const [one, other] = await Promise.all(
      ['odd-names', 'odd-names-reversed'].map(async behaviour => {
        const tools = await open(server(behaviour, { prefix: 'srv' }));
        return tools.definitions().map(({ name }) => name);
      }),
    );
    expect(other?.sort()).toEqual(one?.sort());
  });

  it('is read page by page', async () => {
    expect((await open(server('paged'))).definitions()).toHaveLength(4);
  });

  it.each([
    ['endless', /more than 100 pages/],
    ['circular', /repeats a cursor/],
  ])('that is %s ends', async (behaviour, reason) => {
    expect(reasons(await open(server(behaviour)))).toMatch(reason);
  });

  it('that changes in a burst is read again once, and tools that stay are the same', async () => {
    const tools = await open(server('changes'));
    const before = new Map(tools.definitions().map(each => [each.name, each]));
    const { version } = tools;
    await call(tools, 'count');
    for (let waited = 0; tools.version === version && waited < 5_000; waited += 50) await sleep(50);
    expect(tools.definitions().map(({ name }) => name)).toEqual(['echo', 'added', 'count']);
    expect(tools.version).toBe(version + 1);
    expect(tools.definitions()[2]).toBe(before.get('count'));
    expect(tools.definitions()[0]).not.toBe(before.get('echo'));
  });
});

describe('a connection', () => {
  it('is shared by all who configure it alike, and closed by the last', async () => {
    const log = logOf();
    const config = server('plain', {}, log);
    const [first, second] = [await open(config), await open(config)];
    expect((await call(first, 'count')).text).toBe('1');
    expect((await call(second, 'count')).text).toBe('2');
    await first.close();
    expect((await call(second, 'count')).text).toBe('3');
    expect(linesOf(log).filter(line => line.startsWith('start'))).toHaveLength(1);
  });

  it('is left when nobody calls, and made again', async () => {
    const log = logOf();
    const tools = await open(server('plain', { idleCloseMs: 100 }, log));
    await call(tools, 'count');
    await sleep(400);
    expect((await call(tools, 'count')).text).toBe('1');
    expect(linesOf(log).filter(line => line.startsWith('start'))).toHaveLength(2);
  });

  it('that was left is made again for a new run, which sees the tools as they are by then', async () => {
    const log = logOf();
    const tools = await open(server('grows', { idleCloseMs: 50 }, log));
    expect(tools.definitions()).toHaveLength(1);
    await sleep(400);
    await tools.open();
    expect(tools.definitions()).toHaveLength(2);
  });

  it('ends with all that the server has started', async () => {
    const log = logOf();
    const tools = await open(server('orphan', {}, log));
    const pid = Number(/child (\d+)/.exec(readFileSync(log, 'utf8'))?.[1]);
    expect(isAlive(pid)).toBe(true);
    await tools.close();
    await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends at once when its server crashes, and with it what the server has started', async () => {
    const log = logOf();
    const tools = await open(server('inherits', {}, log));
    const pid = Number(/child (\d+)/.exec(readFileSync(log, 'utf8'))?.[1]);
    const begun = performance.now();
    expect((await call(tools, 'echo')).text).toMatch(/was lost: .*code 9/s);
    expect(performance.now() - begun).toBeLessThan(3_000);
    await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });

  it('is given up while it is made', async () => {
    const tools = new McpTools({ mcpServers: { raw: server('silent') } });
    const opening = tools.open().catch(() => undefined);
    await sleep(200);
    const begun = performance.now();
    await tools.close();
    await opening;
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('ends though the server does not listen', async () => {
    const log = logOf();
    const tools = await open(server('deaf', {}, log));
    const pid = Number(/start (\d+)/.exec(readFileSync(log, 'utf8'))?.[1]);
    await tools.close();
    await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });
});
