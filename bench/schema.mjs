// Holds the compiler pass, the manifest and the renderings against their budgets. Each figure is measured in processes of
// its own: node bench/schema.mjs [--rounds N]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIALECT_NAMES } from 'toolwright/manifest';

const repository = fileURLToPath(new URL('..', import.meta.url));
const roundsAt = process.argv.indexOf('--rounds');
const rounds = roundsAt < 0 ? 5 : Number(process.argv[roundsAt + 1]);

const measure = (...args) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repository, 'bench/schema-part.mjs'), ...args],
    { cwd: repository, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

const median = (values, of) => values.map(of).sort((a, b) => a - b)[Math.floor(values.length / 2)];
const repeat = run => Array.from({ length: rounds }, run);

/** Services with five methods each, whose parameters are what services have: text, numbers, enums, dates, DTOs, unions. */
function writeProject(root, classes) {
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(root, 'node_modules'));
  const packages = [
    'typescript',
    'typescript-json-schema',
    'class-validator',
    'tsyringe',
    'reflect-metadata',
  ];
  for (const name of packages)
    symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name));
  symlinkSync(repository, join(root, 'node_modules/toolwright'));
  writeFileSync(join(root, 'package.json'), '{ "name": "bench", "type": "module" }');
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  for (let index = 0; index < classes; index++)
    writeFileSync(join(root, `src/service${index}.ts`), serviceOf(index));
}

const serviceOf = index => `import { Tool, Param, type RunContext } from 'toolwright';
import { IsInt, Min } from 'class-validator';
export enum Kind${index} { Small = 'small', Large = 'large' }
export class Item${index} { @IsInt() @Min(1) count!: number; note?: string }
export interface Page${index}<T> { items: T[]; next?: string }
export class Service${index} {
  /** Find things. @param text - What they are about. */
  @Tool() find(text: string, limit = 10, kind?: Kind${index}): Promise<Page${index}<string>> { throw new Error(text + String(limit) + String(kind)); }
  /** Order things.
   * @param items - Which ones. */
  @Tool() order(items: Item${index}[], due: Date | null, run: RunContext): number { void due; void run; return items.length; }
  /** Move a thing. */
  @Tool() move(@Param('Which one.') id: string, to: { x: number; y: number }): void { void id; void to; }
  /** Plan a thing. */
  @Tool() plan(when: { every: 'day' | 'week'; times: number } | { at: string }, tags: Record<string, string> = {}): void { void when; void tags; }
  /** Rename a thing. */
  @Tool() rename(id: string, names: [first: string, last?: string], silent: boolean): string { return id + names.join() + String(silent); }
}
`;

/** A manifest of as many tools as are asked for, from the tools of one that was really built. */
function writeLargeManifest(path, manifest, count) {
  const tools = Array.from({ length: count }, (_, index) => {
    const tool = manifest.tools[index % manifest.tools.length];
    const copy = Math.floor(index / manifest.tools.length);
    return { ...tool, id: tool.id.replace('#', `_${copy}#`), className: `${tool.className}_${copy}` };
  });
  writeFileSync(path, JSON.stringify({ ...manifest, tools }));
}

const root = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
try {
  writeProject(root, 20);
  const large = join(root, 'large.json');
  const builds = repeat(() => measure('build', root));
  const { status, stderr } = spawnSync(process.execPath, [join(repository, 'dist/cli/main.js'), 'schema'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  writeLargeManifest(large, JSON.parse(readFileSync(join(root, 'toolwright.manifest.json'), 'utf8')), 1_000);
  const loads = repeat(() => measure('load', large));
  const figures = [
    {
      figure: `cold manifest of ${builds[0].tools} methods in 20 classes, CPU`,
      ms: median(builds, ({ cpuMs }) => cpuMs),
      budget: 3_500,
    },
    {
      figure: `a manifest of ${loads[0].tools} tools read`,
      ms: median(loads, ({ wallMs }) => wallMs),
      budget: 50,
    },
  ];
  for (const dialect of DIALECT_NAMES) {
    const renders = repeat(() => measure('render', large, dialect));
    const { rendered } = renders[0];
    figures.push({
      figure: `${rendered} tools rendered, CPU: ${dialect}`,
      ms: median(renders, ({ firstMs }) => firstMs),
      budget: 100,
    });
    figures.push({
      figure: `${rendered} tools rendered again: ${dialect}`,
      ms: median(renders, ({ secondMs }) => secondMs),
      budget: 1,
    });
  }
  console.log(
    `Node ${process.version}, medians of ${rounds} processes. Cold build: ${Math.round(median(builds, ({ wallMs }) => wallMs))} ms wall, ${Math.round(median(builds, ({ megabytes }) => megabytes))} MB.`,
  );
  console.table(
    figures.map(({ figure, ms, budget }) => ({
      figure,
      ms: Number(ms.toPrecision(3)),
      budget,
      verdict: ms <= budget ? 'met' : 'missed',
    })),
  );
  if (figures.some(({ ms, budget }) => ms > budget)) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true });
}
