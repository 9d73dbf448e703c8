import {
  createToolRuntime,
  define,
  defineTool,
  DefinitionError,
  type JsonSchema,
  silentLogger,
  systemClock,
  systemEntropy,
  ToolRegistry,
  use,
  withExecutor,
} from 'toolwright';
import { problemsOf } from '../support/problems-of.js';

const NO_CLASS: readonly [string, unknown][] = [
  ['undefined, as an import in a circle gives', undefined],
  ['null', null],
  ['a number', 5],
  ['text', 'Search'],
  ['an object', {}],
  ['a list', []],
];

describe('what stands where a class, executor or definition is wanted is named:', () => {
  it.each(NO_CLASS)('use(%s)', (_what, given) => {
    const [problem] = problemsOf(() => use(given as never, {}));
    expect(problem?.seen).toMatch(/^it is .*, not a class\.$/);
    expect(problem?.fix).toContain('static create(host, params)');
  });

  it.each(NO_CLASS)('define(%s)', (_what, given) => {
    const [problem] = problemsOf(() => define(given as never));
    expect(problem?.seen).toMatch(/not an executor\.|does not say what the action is\./);
  });

  it.each(NO_CLASS.slice(0, 4))('defineTool(%s)', (_what, given) => {
    const [problem] = problemsOf(() => defineTool(given as never));
    expect(problem?.where).toBe('defineTool');
    expect(problem?.seen).toMatch(/^it got .* instead of the tool's fields\.$/);
  });

  it.each(NO_CLASS)('withExecutor(%s)', (_what, given) => {
    const seen = expect.stringMatching(/^it got .* and a function\.$/) as unknown;
    expect(problemsOf(() => withExecutor(given as never, () => 1))).toEqual([
      { where: 'withExecutor', seen, fix: 'give a definition and a function.' },
    ]);
  });

  it('withExecutor without a function', () => {
    const tool = defineTool({ name: 'x' });
    expect(() => withExecutor(tool, undefined as never)).toThrow('it got an object and undefined.');
  });
});

describe('options of a runtime that have a value they cannot have', () => {
  const POOR: Readonly<Record<string, readonly unknown[]>> = {
    container: [null, 5, 'container', []],
    secrets: [null, 5, 'KEY=1', ['KEY']],
    logger: [null, 'console', {}, { ...silentLogger, warn: undefined }],
    workspaceRoot: [null, '', 5, ['.']],
    registry: [null, {}, ToolRegistry],
    toolSpecs: [null, {}, 'terminal'],
    toolFilter: [null, '^terminal', {}],
    guardrails: [null, {}, 'all', [null], [{ name: 'a', position: 'tool_call' }]],
    policies: [null, {}, () => 'deny', [undefined], [{ name: 'a', decide: 'deny' }]],
    journal: [null, {}, { write: true }],
    recall: [null, () => undefined, { find: 'it' }],
    defaults: [null, 5_000, [5_000]],
    limits: [null, 100, [100]],
    clock: [null, Date, { now: () => 0 }],
    entropy: [null, Math.random, { ...systemEntropy, uuid: 'id' }],
  };

  it.each(Object.entries(POOR).flatMap(([name, values]) => values.map(value => [name, value] as const)))(
    'are refused by name: %s, %p',
    (name, value) => {
      const [problem, ...others] = problemsOf(() => createToolRuntime([], { [name]: value }));
      expect(others).toEqual([]);
      expect(problem?.where).toBe('runtime options');
      expect(problem?.seen).toMatch(new RegExp(`^${name} (is|holds) .*\\.$`));
      expect(problem?.fix).toMatch(/^give .*\.$/);
    },
  );

  it('are all named at once, beside those that do not exist', () => {
    const create = (): unknown => createToolRuntime([], { policy: [], policies: {}, clock: 5 } as never);
    expect(create).toThrow(DefinitionError);
    expect(create).toThrow(/'policy' is not an option[^]*policies is an object[^]*clock is 5/);
  });

  it('do not hide what is wrong inside the others', () => {
    const options = {
      clock: 'now',
      container: [],
      limits: { argumentBytes: '1', depth: 3 },
      defaults: { timeoutMs: 0, retries: 1 },
      guardrails: [{ name: 'all', position: 'everywhere', check: () => true }],
    };
    const where = 'runtime options';
    const problems = problemsOf(() => createToolRuntime([], options as never));
    expect(problems.map(problem => `${problem.where}: ${problem.seen}`).sort()).toEqual([
      "guardrail 'all': its position is 'everywhere'.",
      "runtime defaults: 'retries' is not an option.",
      'runtime defaults: timeoutMs is 0.',
      "runtime limits: 'depth' is not an option.",
      'runtime limits: argumentBytes is a string.',
      `${where}: clock is a string.`,
      `${where}: container is an array.`,
    ]);
  });

  it('do not include what is left out, or comes from classes', () => {
    class Policies {
      static decide(): 'allow' {
        return 'allow';
      }
    }
    const options = {
      container: undefined,
      guardrails: undefined,
      hostState: null,
      policies: [Policies],
      logger: console,
      clock: Object.create(systemClock) as typeof systemClock,
      entropy: systemEntropy,
      secrets: (name: string) => name,
    };
    expect(() => createToolRuntime([], options as never)).not.toThrow();
  });
});

describe('arguments that are instances of a class', () => {
  class Query {
    get text(): string {
      return 'a';
    }
  }
  class Extended extends Query {
    extra = 1;
  }
  class Empty {}
  class Endless {
    *[Symbol.iterator]() {
      yield 'a';
    }
  }
  class Nothing {
    get [Symbol.toStringTag](): string {
      return 'Nothing';
    }
  }

  const properties = { text: { type: 'string' } } as const;
  const query = { type: 'object', properties, additionalProperties: false } as const;
  const inputSchema: JsonSchema = { ...query, properties: { ...properties, inner: query } };
  const send = async (given: unknown): Promise<string> => {
    const tool = defineTool({ name: 'take', inputSchema, execute: taken => taken });
    return (await createToolRuntime([tool]).call({ name: 'take', arguments: given })).text;
  };

  it('are read by their accessors, and lose nothing else: what is unknown is refused', async () => {
    expect(await send(new Query())).toBe('{"text":"a"}');
    expect(await send({ inner: new Query() })).toBe('{"inner":{"text":"a"}}');
    expect(await send(new Extended())).toContain('/extra: expected no member of this name');
    expect(await send({ inner: new Extended() })).toContain('/inner/extra: expected no member of this name');
  });

  it.each<[string, unknown]>([
    ['a Map', new Map([['text', 'a']])],
    ['a WeakSet', new WeakSet()],
    ['a Date', new Date(0)],
    ['a Headers', new Headers({ text: 'a' })],
    ['a Nothing', new Nothing()],
    ['an iterable', new Endless()],
  ])('are refused where they would become an empty object: %s', async (name, given) => {
    expect(await send(given)).toContain(`expected an object, received ${name}`);
    expect(await send({ inner: given })).toContain(`/inner: expected an object, received ${name}`);
  });

  it('are objects like others when they have members of their own', async () => {
    expect(await send(Object.assign(new Nothing(), { text: 'b' }))).toBe('{"text":"b"}');
    expect(await send({ inner: new Empty() })).toBe('{"inner":{}}');
  });
});
