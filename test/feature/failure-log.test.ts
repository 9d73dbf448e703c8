import { inspect } from 'node:util';
import {
  createToolRuntime,
  defineTool,
  DefinitionError,
  FailCall,
  type Logger,
  silentLogger,
} from 'toolwright';
import { serveMcp } from 'toolwright/mcp';

interface Entry {
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

const failing = (name: string, thrown: () => unknown) =>
  defineTool({
    name,
    description: 'Fail.',
    execute: () => {
      throw thrown();
    },
  });

describe('what a tool throws without meaning to', () => {
  const logged = async (thrown: () => unknown): Promise<Entry[]> => {
    const entries: Entry[] = [];
    const logger: Logger = {
      ...silentLogger,
      error: (message, fields) => entries.push({ message, fields: fields as Record<string, unknown> }),
    };
    const runtime = createToolRuntime([failing('x', thrown)], { logger, secrets: { key: 'sesame' } });
    await runtime.call({ id: 'c1', name: 'x' });
    return entries;
  };

  it('is logged for people, with the stack, secrets masked', async () => {
    const [entry, ...others] = await logged(() => new TypeError('no sesame here'));
    expect(others).toEqual([]);
    expect(entry?.message).toBe("Tool 'x' failed: no [secret key] here");
    expect(entry?.fields).toMatchObject({ callId: 'c1', toolName: 'x', code: 'TOOL_FAILED' });
    expect(entry?.fields['stack']).toContain('failure-log.test.ts');
    expect(JSON.stringify(entry)).not.toContain('sesame');
  });

  it('tells no secret, however deep or hidden it is in what was thrown', async () => {
    const pem = 'first line\nsecond line of the key';
    class Odd extends Error {
      [inspect.custom]() {
        return 'Odd';
      }
    }
    const thrown: (() => unknown)[] = [
      () => new Odd('with sesame'),
      () =>
        Object.assign(new Error('deep'), {
          response: { config: { headers: { auth: { value: 'sesame' } } } },
        }),
      () => Object.assign(new Error('long'), { list: [...Array<number>(150).fill(0), 'sesame'] }),
      () => Object.defineProperty(new Error('hidden'), 'token', { value: 'sesame' }),
      () =>
        new Error('chain', {
          cause: new Error('b', { cause: new Error('c', { cause: new Error('sesame') }) }),
        }),
      () => new Error('several lines', { cause: new Error(`inner ${pem}`) }),
    ];
    for (const make of thrown) {
      const entries: unknown[] = [];
      const logger: Logger = { ...silentLogger, error: (...line) => void entries.push(line) };
      const runtime = createToolRuntime([failing('x', make)], { logger, secrets: { key: 'sesame', pem } });
      const { error } = await runtime.call({ name: 'x' });
      const told = inspect([entries, error], {
        depth: 20,
        showHidden: true,
        customInspect: false,
        maxArrayLength: null,
      });
      expect(told).not.toContain('sesame');
      expect(told).not.toContain('second line of the key');
    }
  });

  it('is logged without a stack where there is none that can be read', async () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('unreadable');
        },
      },
    );
    for (const thrown of [() => 'text', () => null, () => hostile]) {
      const entries = await logged(thrown);
      expect(entries).toHaveLength(1);
      expect(entries[0]?.fields['stack']).toBeUndefined();
    }
  });

  it('is not logged when the tool meant it', async () => {
    expect(await logged(() => new FailCall('There is none.'))).toEqual([]);
  });
});

describe('serveMcp', () => {
  it('says what it wants in place of a runtime, nothing, or a context that is no function', async () => {
    const runtime = createToolRuntime([failing('x', () => 1)]);
    const seen = async (tools: unknown, options?: unknown): Promise<string[]> => {
      const thrown: unknown = await serveMcp(tools as never, options as never).catch(
        (error: unknown) => error,
      );
      return thrown instanceof DefinitionError ? thrown.problems.map(problem => problem.seen) : [];
    };
    expect(await seen(runtime, { stdio: true })).toEqual(['it got a runtime.']);
    expect(await seen(undefined, { stdio: true })).toEqual(['it got undefined instead of a list of tools.']);
    expect(await seen([])).toEqual(['it needs one transport.']);
    expect(await seen([], { stdio: true, context: {} })).toEqual(['context is an object.']);
  });
});
