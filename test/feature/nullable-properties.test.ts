import { spawnSync } from 'node:child_process';
import { Project } from '../support/project.js';
import { runCli } from '../support/run-cli.js';

const SOURCE = `
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsDate, IsEnum, IsInt, IsNotEmpty, IsOptional, IsString, Min, ValidateIf, ValidateNested } from 'class-validator';
import { Param, Tool } from 'toolwright';

export enum Level { Low = 'low', High = 'high' }
export class In { @IsInt() n!: number }
export class Patch {
  @IsOptional() @IsInt() assignee?: number | null;
  @IsOptional() @IsInt() @Min(3) cap: number | null = 5;
  @IsOptional() @IsString() name?: string | null;
  @IsOptional() @IsBoolean() flag?: boolean | null;
  @IsOptional() @IsEnum(Level) level?: Level | null;
  @IsOptional() @IsArray() tags?: string[] | null;
  @IsOptional() @IsString({ each: true }) words: string[] | null = [];
  @IsOptional() @IsDate() @Type(() => Date) at?: Date | null;
  @IsOptional() @ValidateNested() @Type(() => In) inner?: In | null;
  @IsOptional() @ValidateNested() @Type(() => In) nest: In | null = null;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => In) list?: In[] | null;
  @ValidateNested() @Type(() => In) bare!: In | null;
  @Type(() => In) typed!: In | null;
}
export class Conditional {
  @ValidateIf((_, value) => value !== null) @IsInt() a!: number | null;
  @ValidateIf((_, value) => value !== null) @ValidateNested() @Type(() => In) b!: In | null;
}
export class Strict {
  @IsInt() must!: number | null;
  @IsNotEmpty() some!: string | null;
  @IsOptional() @IsInt() plain: number = 7;
}
export class Chosen {
  @Param({ enum: ['a', 'b'] }) k: 'a' | 'b' | 'c' | null = 'a';
  @Param({ enum: ['a', 'b'], nullable: false }) never: 'a' | 'b' | null = 'b';
  @Param({ type: 'integer' }) count: number | null = 1;
  @Param({ enum: ['a', 'b'] }) plain: 'a' | 'b' = 'a';
}

export class Tools {
  /** Patch it. */
  @Tool() patch(p: Patch): string { return JSON.stringify(p); }
  /** Where conditions hold. */
  @Tool() conditional(p: Conditional): string { return JSON.stringify(p); }
  /** No null. */
  @Tool() strict(p: Strict): string { return JSON.stringify(p); }
  /** Chosen. */
  @Tool() chosen(p: Chosen): string { return JSON.stringify(p); }
  /** A parameter. */
  @Tool() parameter(@Param({ enum: ['a', 'b'] }) k: 'a' | 'b' | null = 'a'): string { return JSON.stringify(k); }
}
`;

/** Answers each call it is given, and shows the schema of each class. */
const PROGRAM = `import { createToolRuntime } from 'toolwright';
import { Tools } from './tools.js';
const runtime = createToolRuntime([Tools]);
const answers = [];
for (const [name, args] of JSON.parse(process.argv[2]))
  answers.push((await runtime.call({ name, arguments: args })).text);
const schemas = Object.fromEntries(runtime.definitions().map(({ name, inputSchema }) => [name, inputSchema.$defs]));
console.log(JSON.stringify({ answers, schemas }));
`;

interface Outcome {
  readonly answers: readonly string[];
  readonly schemas: Readonly<Record<string, Record<string, { properties: Record<string, unknown> }>>>;
}

let project: Project;
beforeAll(async () => {
  project = new Project({ 'src/tools.ts': SOURCE, 'dist/main.js': PROGRAM });
  project.compile();
  const { stderr, code } = await runCli(['schema', '-p', 'tsconfig.json'], { cwd: project.root });
  expect({ stderr, code }).toEqual({ stderr: expect.any(String), code: 0 });
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

const NULLS = {
  ...{ assignee: null, cap: null, name: null, flag: null, level: null, tags: null, words: null, at: null },
  ...{ inner: null, nest: null, list: null, bare: null, typed: null },
};
const VALUES = {
  ...{ assignee: 1, cap: 4, name: 'x', flag: true, level: 'low', tags: ['a'], words: ['b'] },
  ...{ at: '2026-01-31T00:00:00.000Z', inner: { n: 1 }, nest: { n: 2 }, list: [{ n: 3 }] },
  ...{ bare: { n: 4 }, typed: { n: 5 } },
};

describe('null that a type in source names', () => {
  it('stays null where @IsOptional or nothing stands beside it, and all else is as the validators say', () => {
    const { answers, schemas } = callAll([
      ['patch', { p: NULLS }],
      ['patch', { p: VALUES }],
      ['patch', { p: { bare: null, typed: null } }],
      ['patch', { p: { ...VALUES, cap: 1 } }],
      ['patch', { p: { ...VALUES, words: [3, null] } }],
      ['patch', { p: { ...VALUES, inner: { n: 'x' } } }],
    ]);
    expect(JSON.parse(answers[0]!)).toEqual(NULLS);
    expect(JSON.parse(answers[1]!)).toEqual(VALUES);
    expect(JSON.parse(answers[2]!)).toEqual({ cap: 5, words: [], nest: null, bare: null, typed: null });
    expect(answers[3]).toMatch(/^Invalid arguments .*\/cap/s);
    expect(answers[4]).toMatch(/^Invalid arguments .*\/words/s);
    expect(answers[5]).toMatch(/^Invalid arguments .*\/inner\/n/s);
    expect(schemas['patch']!['Patch']!.properties).toMatchObject({
      assignee: { type: ['integer', 'null'] },
      cap: { type: ['integer', 'null'], minimum: 3, default: 5 },
      level: { type: ['string', 'null'], enum: ['low', 'high', null] },
      tags: { type: ['array', 'null'], items: { type: 'string' } },
      words: { type: ['array', 'null'], items: { type: 'string' }, default: [] },
      inner: { anyOf: [{ $ref: '#/$defs/In' }, { type: 'null' }] },
      nest: { anyOf: [{ $ref: '#/$defs/In' }, { type: 'null' }], default: null },
      list: { type: ['array', 'null'], items: { $ref: '#/$defs/In' } },
      bare: { anyOf: [{ $ref: '#/$defs/In' }, { type: 'null' }] },
    });
  });

  it('is admitted where @ValidateIf decides, as class-validator does', () => {
    const { answers, schemas } = callAll([
      ['conditional', { p: { a: null, b: null } }],
      ['conditional', { p: { a: 3, b: { n: 1 } } }],
      ['conditional', { p: { a: 1.5, b: null } }],
      ['conditional', { p: { a: 'x', b: null } }],
    ]);
    expect(answers.slice(0, 2)).toEqual(['{"a":null,"b":null}', '{"a":3,"b":{"n":1}}']);
    expect(answers[2]).toMatch(/^Invalid arguments .*\/a/s);
    expect(answers[3]).toMatch(/^Invalid arguments .*\/a/s);
    expect(schemas['conditional']!['Conditional']!.properties['a']).toEqual({
      type: ['number', 'null'],
      description: 'Under a condition: integer.',
    });
  });

  it('is refused where a validator refuses it, and stands for nothing where the type does not name it', () => {
    const { answers, schemas } = callAll([
      ['strict', { p: { must: null, some: 'x' } }],
      ['strict', { p: { must: 1, some: null } }],
      ['strict', { p: { must: 1, some: 'x', plain: null } }],
    ]);
    expect(answers[0]).toMatch(/^Invalid arguments .*\/must/s);
    expect(answers[1]).toMatch(/^Invalid arguments .*\/some/s);
    expect(answers[2]).toBe('{"must":1,"some":"x","plain":7}');
    expect(schemas['strict']!['Strict']!.properties['must']).toEqual({ type: 'integer' });
  });

  it('stays beside what a decorator states of the other values, unless that speaks against it', () => {
    const { answers, schemas } = callAll([
      ['chosen', { p: { k: null, never: null, count: null, plain: null } }],
      ['chosen', { p: { k: 'c' } }],
      ['parameter', { k: null }],
    ]);
    expect(answers[0]).toBe('{"k":null,"never":"b","count":null,"plain":"a"}');
    expect(answers[1]).toMatch(/^Invalid arguments .*\/k/s);
    expect(answers[2]).toBe('null');
    expect(schemas['chosen']!['Chosen']!.properties['k']).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
      default: 'a',
    });
  });
});
