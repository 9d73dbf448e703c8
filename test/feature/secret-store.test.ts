import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
  Agent,
  createToolRuntime,
  defineTool,
  DefinitionError,
  envSecrets,
  fileSecrets,
  JsonlRunStore,
  type Logger,
  logging,
  MemoryRunStore,
  type SecretProvider,
  secretStore,
  SecretsUnreadableError,
} from 'toolwright';
import { ScriptedModel, type ScriptTurn } from 'toolwright/testing';

const TOKEN = 'tok-4711/with=signs';
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'secrets-'))));
afterAll(() => rm(folder, { recursive: true }));

const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

describe('a secret store', () => {
  beforeEach(() => {
    process.env['TW_TEST_TOKEN'] = TOKEN;
    process.env['TW_OTHER'] = 'other-value';
  });
  afterEach(() => {
    delete process.env['TW_TEST_TOKEN'];
    delete process.env['TW_OTHER'];
  });

  it('reads variables of the environment that have a prefix', () => {
    const store = secretStore([envSecrets({ prefix: 'TW_TEST_' })]);
    expect(store.mask(`${TOKEN} other-value`)).toBe('[secret TOKEN] other-value');
    expect(store.get('TOKEN')).toBe(TOKEN);
    expect(store.find('OTHER')).toBeUndefined();
    process.env['TW_TEST_TOKEN'] = 'rotated-token';
    expect(store.get('TOKEN')).toBe('rotated-token');
    expect(store.mask(`${TOKEN} rotated-token`)).toBe('[secret TOKEN] [secret TOKEN]');
  });

  it('reads variables of the environment that are named, and no others', () => {
    const store = secretStore([envSecrets({ names: ['TW_OTHER'] })]);
    expect(store.get('TW_OTHER')).toBe('other-value');
    expect(store.find('TW_TEST_TOKEN')).toBeUndefined();
    expect(store.find('PATH')).toBeUndefined();
    expect(() => envSecrets({})).toThrow(DefinitionError);
  });

  it('reads files', async () => {
    const json = fileSecrets(await file('a.json', JSON.stringify({ TOKEN })));
    const env = fileSecrets(await file('a.env', `# mine\nTOKEN="${TOKEN}"\nexport OTHER=x y\n`));
    for (const provider of [json, env]) {
      expect(secretStore([provider]).get('TOKEN')).toBe(TOKEN);
      expect(secretStore([provider]).mask(TOKEN)).toBe('[secret TOKEN]');
    }
    expect(secretStore([env]).get('OTHER')).toBe('x y');
  });

  it.each([
    ['missing.json', undefined, 'ENOENT'],
    ['broken.json', `{"TOKEN": "${TOKEN}`, 'it is not JSON'],
    ['list.json', `["${TOKEN}"]`, 'it holds an array'],
    ['number.json', '{"PIN": 90210}', "'PIN' is a number"],
  ])('refuses a file that it cannot use, and quotes nothing of it: %s', async (name, text, part) => {
    const path = text === undefined ? join(folder, name) : await file(name, text);
    const read = () => fileSecrets(path);
    expect(read).toThrow(SecretsUnreadableError);
    expect(read).toThrow(part);
    expect(read).not.toThrow(/tok-4711|90210/);
  });

  it('asks one provider after the other', () => {
    const asked: string[] = [];
    const listed: SecretProvider = {
      names: () => ['A'],
      find: name => (name === 'A' ? 'value-of-a' : undefined),
    };
    const vault = (name: string) => {
      asked.push(name);
      return name === 'A' || name === 'B' ? `vault-${name}` : undefined;
    };
    const store = secretStore([listed, vault]);
    expect(store.mask('value-of-a vault-B')).toBe('[secret A] vault-B');
    expect([store.find('A'), store.find('B'), store.find('C')]).toEqual(['value-of-a', 'vault-B', undefined]);
    expect(asked).toEqual(['B', 'C']);
    expect(store.mask('vault-B')).toBe('[secret B]');
    expect(() => secretStore([])).toThrow(DefinitionError);
    expect(() => secretStore([{}] as never)).toThrow(DefinitionError);
  });

  it('gives its secrets to tools, and masks them', async () => {
    const tell = defineTool({
      name: 'tell',
      description: 'Tells.',
      execute: (_args, run) => `it is ${run.secrets.get('TOKEN')}`,
    });
    const runtime = createToolRuntime([tell], { secrets: secretStore([envSecrets({ prefix: 'TW_TEST_' })]) });
    expect((await runtime.call({ name: 'tell' })).text).toBe('it is [secret TOKEN]');
  });
});

describe('the secrets of an agent', () => {
  /** The forms in which a text may hold the token. */
  const forms = {
    plain: TOKEN,
    lines: `${TOKEN.slice(0, 9)}\n${TOKEN.slice(9)}`,
    base64: Buffer.from(`user:${TOKEN}`).toString('base64'),
    url: encodeURIComponent(TOKEN),
    json: JSON.stringify({ nested: JSON.stringify({ TOKEN }) }),
  };
  const traces = [TOKEN, TOKEN.slice(0, 9), TOKEN.slice(9), forms.base64.slice(8), forms.url];
  const expectNone = (value: unknown) => {
    const text =
      typeof value === 'string' ? value : `${JSON.stringify(value)}${inspect(value, { depth: 12 })}`;
    for (const trace of traces) expect(text).not.toContain(trace);
  };

  const leak = defineTool({
    name: 'leak',
    description: 'Leaks.',
    input: { how: 'string', as: 'string' },
    execute: ({ how, as }) => {
      const text = forms[as as keyof typeof forms];
      if (how === 'throw') throw new Error(`no access with ${text}`);
      return how === 'data' ? { [text]: [text] } : text;
    },
  });
  const names = Object.keys(forms) as (keyof typeof forms)[];
  const calls: ScriptTurn = names.flatMap(as =>
    ['text', 'throw', 'data'].map(how => ({ name: 'leak', arguments: { how, as } })),
  );

  const run = async (more: object = {}, secrets: object = { TOKEN }) => {
    const lines: unknown[] = [];
    const line = (...parts: unknown[]) => void lines.push(parts);
    const logger: Logger = { debug: line, info: line, warn: line, error: line };
    const model = new ScriptedModel([calls, 'over']);
    const store = new MemoryRunStore();
    const agent = new Agent({
      ...{ model, store, logger, secrets: secrets as { TOKEN: string }, tools: [leak] },
      ...{
        middleware: [logging({ withValues: true })],
        stuck: false as const,
        instructions: () => `Use ${forms.plain}, ${forms.base64} and ${forms.lines}.`,
      },
      ...more,
    });
    const ended = await agent.run(`With ${forms.plain}, ${forms.url} and ${forms.lines}?`, {
      history: [{ role: 'user', content: [{ type: 'text', text: forms.plain }] }],
    });
    return { ended, model, lines, events: (await store.read(ended.id))?.events ?? [] };
  };

  it('never reach its model, its journal, its logs or its caller', async () => {
    const { ended, model, lines, events } = await run();
    expect(ended.status).toBe('completed');
    expect(ended.calls).toHaveLength(3 * names.length);
    for (const { observation } of ended.calls) expect(observation?.text).toContain('[secret TOKEN]');
    expect(model.requests[0]!.messages).toMatchObject([
      { text: expect.stringContaining('Use [secret TOKEN], ') },
      { content: [{ text: '[secret TOKEN]' }] },
      { content: [{ text: 'With [secret TOKEN], [secret TOKEN] and [secret TOKEN]?' }] },
    ]);
    expectNone(model.requests.map(({ messages, tools }) => ({ messages, tools })));
    expect(events.length).toBeGreaterThan(10);
    expectNone(events);
    expect(lines.length).toBeGreaterThan(10);
    expectNone(lines);
    expectNone(ended.calls.map(({ observation }) => observation));
  });

  it('never reach the file that a run is kept in', async () => {
    const store = new JsonlRunStore(join(folder, 'runs'));
    const { ended } = await run({ store });
    expect(ended.status).toBe('completed');
    const kept = await store.read(ended.id);
    expect(kept?.events.length).toBeGreaterThan(10);
    expectNone(kept?.events);
  });

  it('of a look-up are masked from when they were first asked for', async () => {
    const secrets = secretStore([name => (name === 'TOKEN' ? TOKEN : undefined)]);
    const instructions = (of: { secrets: { get(name: string): string } }) =>
      `Use ${of.secrets.get('TOKEN')}.`;
    const { model, events } = await run({ instructions }, secrets);
    expect(model.requests[0]!.messages[0]).toEqual({ role: 'system', text: 'Use [secret TOKEN].' });
    expectNone(model.requests.map(({ messages }) => messages));
    expectNone(events);
  });

  it('do not show in the error that ends a run', async () => {
    const model = new ScriptedModel([new Error(`401 for ${TOKEN}`)]);
    const store = new MemoryRunStore();
    const ended = await new Agent({ model, store, secrets: { TOKEN } }).run('go');
    expect(ended).toMatchObject({ status: 'failed', reason: expect.stringContaining('[secret TOKEN]') });
    expectNone((await store.read(ended.id))?.events);
    expectNone(ended.error?.message ?? TOKEN);
  });
});
