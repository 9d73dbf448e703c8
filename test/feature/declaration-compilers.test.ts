import * as toolwright from 'toolwright';
import { createToolRuntime, defineTool, isToolSource, ToolRegistry, use } from 'toolwright';
import ts from 'typescript';
import { type AnyClass, compileProblemsOf, problemsOf } from '../support/problems-of.js';

const { ES5, ES2022 } = ts.ScriptTarget;

/** What a source that declares a class `Subject` makes of it under compiler options. */
function compile(source: string, options: ts.CompilerOptions): AnyClass {
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  const names = Object.keys(toolwright);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the compiler's output has to run in this realm.
  const run = new Function(...names, `${outputText}\nreturn Subject;`) as (...values: unknown[]) => AnyClass;
  return run(...Object.values(toolwright));
}

const METHOD = 'class Subject { @Tool("Finds.") find(id: string) { return id; } }';
const COMMAND = '@Tool("Opens.") class Subject { @Param() text!: string; execute() { return this.text; } }';
const FACTORY =
  'class Query extends Object { @Param() text!: string }' +
  '@Tool({ action: class {} }) class Subject { static create() { return [define(new Subject())]; } execute() {} }';

describe('a class compiled to ES5', () => {
  const legacy = { target: ES5, experimentalDecorators: true, emitDecoratorMetadata: true };
  const expected = [
    {
      where: 'Subject',
      seen: 'it was compiled to ES5 classes, which are functions.',
      fix: 'set "target": "ES2022" in tsconfig.json.',
    },
  ];

  it.each([
    ['a service', METHOD],
    ['a command', COMMAND],
    ['a subclass of a service', `${METHOD.replace('Subject', 'Base')} class Subject extends Base {}`],
  ])('is refused with the cause: %s', (_what, source) => {
    const target = compile(source, legacy);
    expect(compileProblemsOf(target)).toEqual(expected);
    expect(problemsOf(() => new ToolRegistry().register('x', target as never))).toEqual(expected);
  });

  it('counts as a source of tools, so that listing it tells why it is none', () => {
    expect(isToolSource(compile(METHOD, legacy))).toBe(true);
    expect(isToolSource(() => 'a function')).toBe(false);
  });

  it('is refused as the input of defineTool and as the class that a factory defines', () => {
    const dto = compile('class Subject { @Param() text!: string }', legacy);
    expect(problemsOf(() => defineTool({ name: 'x', input: dto } as never))).toMatchObject([
      { where: "defineTool 'x', input", fix: expect.stringContaining('"target": "ES2022"') as string },
    ]);
    const factory = compile(FACTORY.replace(/class Query[^}]*\}/, '').replace('class {}', 'Action'), legacy);
    expect(problemsOf(() => createToolRuntime([use(factory as never, {})]))).toEqual(expected);
  });

  it('is a tool when it is compiled to ES2022', () => {
    expect(compileProblemsOf(compile(METHOD, { ...legacy, target: ES2022 }))).toEqual([]);
  });
});

describe('a run whose type is lost', () => {
  const legacy = { target: ES2022, strict: true, experimentalDecorators: true };
  const withTypes = { ...legacy, emitDecoratorMetadata: true };
  const method = (parameter: string): string => `class Subject { @Tool() find(${parameter}) {} }`;
  const fix = expect.stringContaining(
    'import RunContext without `type`, or write @Param({ type: () => RunContext })',
  ) as string;

  it.each(['run: RunContext | undefined', 'context: object', 'ctx: Function', 'run: undefined'])(
    'says how to name it: %s',
    parameter => {
      const [name] = parameter.split(':');
      expect(compileProblemsOf(compile(method(parameter), withTypes))).toEqual([
        {
          where: `Subject.find, parameter 1 '${name}'`,
          seen: 'it is called like the run, but its type is not known at run time.',
          fix,
        },
      ]);
    },
  );

  it('says how to name it where no types are emitted', () => {
    expect(compileProblemsOf(compile(method('run: RunContext'), legacy))).toMatchObject([{ fix }]);
  });

  it.each([
    ['@Param({ type: () => RunContext }) run: object', []],
    ['run: RunContext', []],
    ['run: string', ['run']],
    ["@Param({ type: 'string' }) context: object", ['context']],
    ["@Param({ enum: ['a', 'b'] }) ctx: object", ['ctx']],
    ['@Param({ schema: { type: "object" } }) context: object', ['context']],
  ])('is not seen in %s', (parameter, names) => {
    const [tool] = createToolRuntime([compile(method(parameter), withTypes)]).definitions();
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(names);
  });

  it("keeps the schema's advice for other names", () => {
    const [problem] = compileProblemsOf(compile(method('runner: object'), withTypes));
    expect(problem?.fix).not.toContain('RunContext');
  });

  it('is taken for the run by execute, which has no other argument', () => {
    const execute = (parameter: string): AnyClass =>
      compile(
        `@Tool() class Subject { @Returns(() => String) execute(${parameter}) { return run.runId; } }`,
        withTypes,
      );
    expect(compileProblemsOf(execute('run: RunContext | undefined'))).toEqual([]);
    expect(compileProblemsOf(execute('options: object'))).toMatchObject([
      { where: 'Subject.execute', seen: 'it takes more than the run.' },
    ]);
  });
});
