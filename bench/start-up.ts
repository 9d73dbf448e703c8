import { spawnSync } from 'node:child_process';
import { percentile } from './measure.js';

/** What a program loads anyway when its services are decorated. */
const DECORATORS = "await import('reflect-metadata'); await import('tsyringe');";

export interface StartUpFigures {
  /** Milliseconds that importing takes beyond Node itself: median of fresh processes, started in turn. */
  readonly decoratorsMs: number;
  readonly toolwrightMs: number;
  /** Of toolwright beyond the decorator packages. */
  readonly ownMs: number;
}

export function measureStartUp(rounds: number): StartUpFigures {
  const own: number[] = [];
  const decorators: number[] = [];
  const both: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = timeImport('');
    const withDecorators = timeImport(DECORATORS);
    const withToolwright = timeImport(`${DECORATORS} await import('toolwright');`);
    decorators.push(withDecorators - bare);
    both.push(withToolwright - bare);
    own.push(withToolwright - withDecorators);
  }
  return {
    decoratorsMs: percentile(decorators, 0.5),
    toolwrightMs: percentile(both, 0.5),
    ownMs: percentile(own, 0.5),
  };
}

function timeImport(code: string): number {
  const script = `const from = performance.now(); ${code} console.log(performance.now() - from);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  const ms = Number(stdout);
  if (stdout === '' || Number.isNaN(ms)) throw new Error(`The import failed: ${stderr}`);
  return ms;
}
