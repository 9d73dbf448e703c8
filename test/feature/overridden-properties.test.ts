import { spawnSync } from 'node:child_process';
import { Project } from '../support/project.js';
import { runCli } from '../support/run-cli.js';

const SOURCE = `
import { IsInt, IsOptional, Max } from 'class-validator';
import { Action, Param, Tool, type ToolExecutor } from 'toolwright';

export class Page {
  /** How many. */
  @IsOptional() @IsInt() @Max(500) limit: number = 10;
  @IsInt() at!: number;
}
export class Middle extends Page {}
export class BigPage extends Middle { override limit = 100; }
export class BigFrom extends Page { override limit = 200; hidden = 'x'; }

export class Asked {
  /** The state. */
  @Param({ enum: ['a', 'b'] }) state: string = 'a';
  @Param() text!: string;
}
export class Narrow extends Asked { override state = 'b'; }

abstract class Base {
  @Param({ description: 'How far.' }) depth: number = 1;
  @Param() name!: string;
  abstract execute(): string;
}
/** Walk. */
@Tool() export class Walk extends Base {
  override depth = 3;
  private readonly steps = 2;
  execute(): string { return [this.name, this.depth * this.steps].join(' '); }
}

export class LookAction extends Action { @Param() where: string = 'here'; }
export class LookFarAction extends LookAction { override where = 'far'; }
/** Look. */
@Tool({ name: 'look', action: LookFarAction }) export class Look implements ToolExecutor<LookFarAction, { where: string }> {
  execute({ where }: LookFarAction): { where: string } { return { where }; }
}

export class Tools {
  /** All of them. */
  @Tool() list(page: BigPage, from?: BigFrom, narrow?: Narrow): string { return JSON.stringify([page, from, narrow]); }
}
`;

const PROGRAM = `import { createToolRuntime } from 'toolwright';
import * as tools from './tools.js';
const runtime = createToolRuntime([tools.Tools, tools.Walk, tools.Look]);
const answers = [];
for (const [name, args] of JSON.parse(process.argv[2]))
  answers.push((await runtime.call({ name, arguments: args })).text);
console.log(JSON.stringify({ answers, schemas: Object.fromEntries(runtime.definitions().map(each => [each.name, each.inputSchema])) }));
`;

interface Schema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}
interface Outcome {
  readonly answers: readonly string[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

let project: Project;
let warnings: string;
beforeAll(async () => {
  project = new Project({ 'src/tools.ts': SOURCE, 'dist/main.js': PROGRAM });
  project.compile();
  const { stdout, stderr, code } = await runCli(['schema', '-p', 'tsconfig.json'], { cwd: project.root });
  expect({ stderr, code }).toEqual({ stderr: expect.any(String), code: 0 });
  warnings = stdout + stderr;
});
afterAll(() => {
  project.remove();
});

function callAll(calls: readonly (readonly [string, object])[]): Outcome {
  const { stdout, stderr } = spawnSync(process.execPath, ['dist/main.js', JSON.stringify(calls)], {
    cwd: project.root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Outcome;
}

describe('a property that a class overrides without its decorators', () => {
  it('keeps those of the parent, and has a default of its own', () => {
    const { answers, schemas } = callAll([
      ['list', { page: { at: 1 }, from: { at: 2 }, narrow: { text: 'x' } }],
      ['list', { page: { at: 1, limit: 501 } }],
      ['list', { page: { at: 1 }, narrow: { text: 'x', state: 'c' } }],
      ['walk', { name: 'Ann' }],
      ['look', {}],
    ]);
    expect(JSON.parse(answers[0]!)).toEqual([
      { limit: 100, at: 1 },
      { limit: 200, at: 2, hidden: 'x' },
      { state: 'b', text: 'x' },
    ]);
    expect(answers[1]).toMatch(/^Invalid arguments .*\/page\/limit/s);
    expect(answers[2]).toMatch(/^Invalid arguments .*\/narrow\/state/s);
    expect(answers.slice(3)).toEqual(['Ann 6', expect.stringMatching(/far/)]);
    const { $defs } = schemas['list']!;
    expect($defs['BigPage']!.properties).toEqual({
      limit: { type: 'integer', maximum: 500, description: 'How many.', default: 100 },
      at: { type: 'integer' },
    });
    expect(Object.keys($defs['BigFrom']!.properties).sort()).toEqual(['at', 'limit']);
    expect($defs['Narrow']!.properties['state']).toEqual({
      type: 'string',
      enum: ['a', 'b'],
      description: 'The state.',
      default: 'b',
    });
    expect(schemas['walk']!.properties['depth']).toEqual({
      type: 'number',
      description: 'How far.',
      default: 3,
    });
    expect(schemas['look']!.properties).toEqual({ where: { type: 'string', default: 'far' } });
  });

  it('is no property without decorators to warn of', () => {
    expect(warnings).toMatch(/BigFrom: 'hidden' has no decorator/);
    expect(warnings).not.toMatch(/'limit'/);
  });
});
