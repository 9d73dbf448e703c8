import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../support/run-cli.js';

/** Each line is a way to time, timers, ids or randomness. */
const WAYS = [
  "import { randomUUID } from 'node:crypto';",
  "import { setTimeout as wait } from 'node:timers/promises';",
  "import { setInterval as every } from 'timers';",
  "import { performance as meter } from 'node:perf_hooks';",
  "import { hrtime } from 'node:process';",
  "export const a = () => import('node:crypto');",
  'export const b = () => Date.now();',
  'export const c = () => new Date();',
  'export const d = () => Date();',
  'export const e = () => Math.random();',
  'export const f = () => process.hrtime.bigint();',
  'export const g = () => AbortSignal.timeout(5);',
  'export const h = () => globalThis.Date.now();',
  "export const i = () => globalThis['crypto'].randomUUID();",
  'export const j = () => (globalThis as { performance: Performance }).performance.now();',
  'export const { setTimeout: k } = globalThis;',
  'export const l = () => global.setImmediate(wait);',
  'export const m = () => setTimeout(wait, 5);',
  'export const n = () => crypto.randomUUID();',
];

/** The rules that each line of a source breaks, by line number from 1. */
function lint(fileName: string, lines: readonly string[]): ReadonlyMap<number, string[]> {
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(repository, 'node_modules/eslint/bin/eslint.js'),
      ...['--stdin', '--stdin-filename', fileName, '--format', 'json'],
    ],
    { cwd: repository, input: lines.join('\n'), encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const [report] = JSON.parse(stdout) as { messages: { ruleId: string; line: number }[] }[];
  const byLine = new Map<number, string[]>();
  for (const { ruleId, line } of report!.messages) byLine.set(line, [...(byLine.get(line) ?? []), ruleId]);
  return byLine;
}

const isRestriction = (rule: string): boolean => rule.startsWith('no-restricted-');

describe('lint', () => {
  it('leaves time, timers, ids and randomness to foundation/', () => {
    const found = lint('src/tool/action.ts', WAYS);
    expect(WAYS.filter((_, index) => !found.get(index + 1)?.some(isRestriction))).toEqual([]);
    const allowed = lint('src/foundation/clock.ts', WAYS);
    expect([...allowed.values()].flat().filter(isRestriction)).toEqual([]);
  });

  it('refuses imports of types that load their module', () => {
    const found = lint('src/tool/action.ts', [
      "import { type Options } from 'ajv';",
      'export type { Options };',
    ]);
    expect(found.get(1)).toContain('@typescript-eslint/no-import-type-side-effects');
  });
});
