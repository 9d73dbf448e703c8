import {
  createToolRuntime,
  define,
  defineTool,
  DefinitionError,
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
    expect(create).toThrow(/'policy' is not an option[^]*policies is an object[^]*clock is a number/);
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
