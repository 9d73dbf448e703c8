import { inspect } from 'node:util';
import {
  type CallJournal,
  createToolRuntime,
  defineTool,
  FailCall,
  type Logger,
  Observation,
  type ProgressUpdate,
  Returns,
  RunContext,
  SecretMissingError,
  Secrets,
  silentLogger,
  Tool,
  ToolSet,
} from 'toolwright';

const TOKEN = 'tok-4711-very-secret';
const secrets = { TOKEN };

@ToolSet()
class Leaky {
  @Tool('Use the token.')
  use(run: RunContext) {
    return run.secrets.get('TOKEN').length;
  }

  @Tool('Say it.')
  say(run: RunContext) {
    return `Bearer ${run.secrets.get('TOKEN')}`;
  }

  @Tool('Give it as data.')
  @Returns({ schema: { type: 'object' } })
  data(run: RunContext) {
    return { headers: [{ auth: `Bearer ${run.secrets.get('TOKEN')}` }], [TOKEN]: 1 };
  }

  @Tool('Give it in blocks.')
  blocks(run: RunContext) {
    const text = run.secrets.get('TOKEN');
    return new Observation({
      content: [
        { type: 'text', text },
        { type: 'resource', resource: { uri: `https://x/?t=${text}`, text } },
        { type: 'resource_link', uri: `https://x/?t=${text}`, name: text },
      ],
    });
  }

  @Tool('Throw it.')
  crash(run: RunContext, how: string) {
    const text = `401 for ${run.secrets.get('TOKEN')}`;
    const thrown: unknown = how === 'text' ? text : how === 'fail' ? new FailCall(text) : new Error(text);
    throw thrown;
  }

  @Tool('Throw it at the place where long texts are cut.')
  crashLong(run: RunContext) {
    throw new Error(`${'x'.repeat(1_990)}${run.secrets.get('TOKEN')}`);
  }

  @Tool('Report it.')
  report(run: RunContext) {
    run.call.progress({ progress: 1, message: `sending ${run.secrets.get('TOKEN')}` });
    return 'sent';
  }

  @Tool('Echo.')
  echo(text: string, count?: number) {
    return `${text} ${count ?? ''}`;
  }

  @Tool('Ask for another one.')
  missing(run: RunContext) {
    return run.secrets.get('TOKN');
  }
}

const call = (name: string, args: unknown = {}) =>
  createToolRuntime([Leaky], { secrets }).call({ name, arguments: args });

describe('secrets', () => {
  it('reach the tool', async () => {
    expect((await call('use')).text).toBe(String(TOKEN.length));
  });

  it('may be a record, a look-up or an object of their own', async () => {
    for (const given of [{ TOKEN: 'abc' }, () => 'abc', new Secrets({ TOKEN: 'abc' })]) {
      const runtime = createToolRuntime([Leaky], { secrets: given });
      expect((await runtime.call({ name: 'use' })).text).toBe('3');
      expect((await runtime.call({ name: 'say' })).text).toBe('Bearer [secret TOKEN]');
    }
  });

  it('without a value are left out, as process.env has them', async () => {
    const runtime = createToolRuntime([Leaky], { secrets: { ...secrets, MISSING: undefined } });
    expect((await runtime.call({ name: 'say' })).text).toBe('Bearer [secret TOKEN]');
  });

  it.each<[unknown, string]>([
    [{ K: 5 }, "secret 'K': it is a number. Fix: give text"],
    [{ K: null }, "secret 'K': it is null. Fix: give text"],
  ])('are refused when they are no text: %j', (given, text) => {
    expect(() => createToolRuntime([], { secrets: given as never })).toThrow(text);
  });

  it('of a look-up that gives no text fail the tool, and people are told', async () => {
    const lines: string[] = [];
    const logger: Logger = { ...silentLogger, error: text => void lines.push(text) };
    const later = (() => Promise.resolve('abc')) as never;
    const { isError } = await createToolRuntime([Leaky], { secrets: later, logger }).call({ name: 'use' });
    expect(isError).toBe(true);
    expect(lines.join()).toContain("secret 'TOKEN': it is a promise.");
  });

  it('are masked in text, and before it is cut', async () => {
    expect((await call('say')).text).toBe('Bearer [secret TOKEN]');
    const runtime = createToolRuntime([Leaky], { secrets, limits: { resultBytes: 20 } });
    expect((await runtime.call({ name: 'say' })).text).not.toContain('tok');
  });

  it('are masked in what the cause of a failure tells', async () => {
    const tell = defineTool({
      name: 'tell',
      execute: (_args, run) => {
        throw Object.assign(new Error(`no access with ${run.secrets.get('TOKEN')}`), { code: 'E_ACCESS' });
      },
    });
    const { error } = await createToolRuntime([tell], { secrets }).call({ name: 'tell' });
    expect(inspect(error, { depth: 9 })).not.toContain(TOKEN);
    expect(inspect(error?.cause)).toContain('E_ACCESS');
  });

  it('are masked as numbers of data, and in what surrounds the bytes of media', async () => {
    const pin = defineTool({
      name: 'pin',
      outputSchema: { type: 'object' },
      execute: () => ({ pin: 90210, other: 902101 }),
    });
    const picture = defineTool({
      name: 'picture',
      execute: () =>
        new Observation({
          content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png', _meta: { auth: TOKEN } } as never],
        }),
    });
    const runtime = createToolRuntime([pin, picture], { secrets: { ...secrets, PIN: '90210' } });
    expect((await runtime.call({ name: 'pin' })).structuredContent).toEqual({
      pin: '[secret PIN]',
      other: 902101,
    });
    expect((await runtime.call({ name: 'picture' })).content).toEqual([
      { type: 'image', data: 'aGk=', mimeType: 'image/png', _meta: { auth: '[secret TOKEN]' } },
    ]);
  });

  it('are masked in structured content, names included', async () => {
    const { structuredContent, text } = await call('data');
    expect(structuredContent).toEqual({
      headers: [{ auth: 'Bearer [secret TOKEN]' }],
      '[secret TOKEN]': 1,
    });
    expect(text).not.toContain(TOKEN);
  });

  it('are masked in blocks and in views for people', async () => {
    const observation = await call('blocks');
    expect(JSON.stringify(observation.content)).not.toContain(TOKEN);
    expect(observation.content).toHaveLength(3);
    class Drawn extends Observation {
      override visualize() {
        return `[${TOKEN}]`;
      }
    }
    const draw = defineTool({ name: 'draw', description: 'Draw.', execute: () => new Drawn() });
    const drawn = await createToolRuntime([draw], { secrets }).call({ name: 'draw' });
    expect(drawn.visualize()).toBe('[[secret TOKEN]]');
  });

  it.each(['error', 'text', 'fail'])('are masked in errors thrown as %s', async how => {
    const observation = await call('crash', { how });
    expect(observation.text).toBe("Tool 'crash' failed: 401 for [secret TOKEN]");
    expect(observation.text).toContain(observation.error!.message);
    expect(JSON.stringify(observation)).not.toContain(TOKEN);
  });

  it('are masked before the text of an error is cut', async () => {
    const { text } = await call('crash_long');
    expect(text).toContain('xxx[secret');
    expect(text).not.toContain('tok');
  });

  it('are masked in progress messages', async () => {
    const seen: ProgressUpdate[] = [];
    await createToolRuntime([Leaky], { secrets }).call(
      { name: 'report' },
      { onProgress: update => void seen.push(update) },
    );
    expect(seen).toEqual([{ progress: 1, message: 'sending [secret TOKEN]' }]);
  });

  it('are masked in repairs and in the journal, though the tool gets what was sent', async () => {
    const events: unknown[] = [];
    const journal: CallJournal = { write: event => void events.push(event) };
    const runtime = createToolRuntime([Leaky], { secrets: { ...secrets, PIN: '90210' }, journal });
    const { repairs } = await runtime.call({
      name: 'echo',
      arguments: { text: `say ${TOKEN}`, count: '90210' },
    });
    await runtime.call({ name: 'say' });
    await runtime.call({ name: 'crash', arguments: { how: 'error' } });

    expect(repairs).toEqual([
      { path: '/count', rule: 'text-to-number', from: '[secret PIN]', to: '[secret PIN]' },
    ]);
    expect(events).toHaveLength(6);
    expect(events[0]).toMatchObject({ arguments: { text: 'say [secret TOKEN]' } });
    expect(JSON.stringify(events)).not.toContain(TOKEN);
    expect(JSON.stringify(events)).not.toContain('"90210"');
    expect((await call('use')).text).toBe(String(TOKEN.length));
  });

  it('are masked in what the runtime logs', async () => {
    const lines: unknown[] = [];
    const logger: Logger = { ...silentLogger, error: (...line) => void lines.push(line) };
    const journal: CallJournal = {
      write: ({ type }) => {
        if (type === 'tool-call-ended') throw new Error(`no access with ${TOKEN}`);
      },
    };
    const runtime = createToolRuntime([Leaky], { secrets, journal, logger });
    await runtime.call({ name: 'use' });
    expect(lines).toHaveLength(1);
    expect(inspect(lines, { depth: null })).not.toContain(TOKEN);
  });

  it('never show when the run or they are printed', async () => {
    class Printer {
      @Tool('Print.')
      print(run: RunContext) {
        return [
          String(run),
          inspect(run),
          JSON.stringify(run),
          inspect(run.secrets),
          String(run.secrets),
        ].join();
      }
    }
    const { text } = await createToolRuntime([Printer], { secrets }).call({ name: 'print' });
    expect(text).not.toMatch(/tok-4711|\[secret TOKEN\]/);
  });

  it('that are missing are an error that names them to the program only', async () => {
    const { error, text } = await call('missing');
    expect(error).toBeInstanceOf(SecretMissingError);
    expect(error?.message).toContain("There is no secret 'TOKN'. Did you mean 'TOKEN'?");
    expect(text).toMatch(/^Tool 'missing' failed: /);
  });
});

describe('a watcher of progress', () => {
  it('that fails does not fail the tool', async () => {
    const lines: unknown[] = [];
    const logger: Logger = { ...silentLogger, error: (...line) => void lines.push(line) };
    const onProgress = () => {
      throw new Error('nobody is there');
    };
    const { text } = await createToolRuntime([Leaky], { secrets, logger }).call(
      { name: 'report' },
      { onProgress },
    );
    expect(text).toBe('sent');
    expect(lines).toHaveLength(1);
  });
});
