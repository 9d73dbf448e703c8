import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from '../../support/run-cli.js';
import { bundleFixture } from './bundle-fixture.js';
import { type StoreOnDisk } from './stores.js';

const program = bundleFixture('journal-writer.ts');

/** A process that writes a run, as test/fixtures/journal-writer.ts says. */
export class WriterProcess {
  #stdout = '';
  readonly #child: ChildProcessWithoutNullStreams;
  readonly closed: Promise<unknown>;

  constructor({ kind, place }: StoreOnDisk, runId: string, what: 'hold' | 'flood') {
    this.#child = spawn(process.execPath, [program, kind, place, runId, what], {
      cwd: repository,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    this.#child.stdout.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    this.closed = once(this.#child, 'close');
  }

  /** The whole lines it has printed. */
  get lines(): readonly string[] {
    return this.#stdout.split('\n').slice(0, -1);
  }

  /** Resolves with the first line. */
  async firstLine(): Promise<string> {
    return (await this.untilLines(1))[0]!;
  }

  async untilLines(count: number): Promise<readonly string[]> {
    const ended = this.closed.then(() => true);
    while (this.lines.length < count) {
      if ((await Promise.race([once(this.#child.stdout, 'data'), ended])) === true) break;
    }
    return this.lines;
  }

  /** Lets it close its store and end. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.closed;
  }

  /** SIGKILL: it cannot do anything more. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.closed;
  }
}
