import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../support/run-cli.js';

/** For each script; the configuration of the long run sets five minutes. */
const { fuzzMs = 20_000 } = globalThis as { fuzzMs?: number };
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));
const loader = pathToFileURL(join(repository, 'dist/cli/typescript/register.js')).href;

/** Runs a script that throws random input at something until the time is over. */
function fuzz(
  script: string,
): Promise<{ code: number | null; said: string; counts: Record<string, number> }> {
  const child = spawn(
    process.execPath,
    ['--import', loader, join(repository, 'test/fuzz', script), String(fuzzMs), String(seed)],
    { env: { ...process.env, NODE_OPTIONS: '' } },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise(resolve =>
    child.once('close', code => {
      const counts = code === 0 ? (JSON.parse(stdout) as Record<string, number>) : {};
      resolve({ code, said: `FUZZ_SEED=${seed}\n${stdout}${stderr}`, counts });
    }),
  );
}

describe(`random input, from seed ${seed}`, () => {
  it('is answered by the runtime and by a server over stdio, which stays alive and keeps stdout pure', async () => {
    const [runtime, stdio] = await Promise.all([fuzz('runtime-fuzz.ts'), fuzz('stdio-fuzz.ts')]);

    if (runtime.code !== 0) throw new Error(runtime.said);
    expect(runtime.counts).toMatchObject({ openServices: 0, openCalls: 0 });
    expect(runtime.counts['calls']).toBeGreaterThan(fuzzMs / 100);
    expect(runtime.counts['errors']).toBeLessThan(runtime.counts['calls']!);

    if (stdio.code !== 0) throw new Error(stdio.said);
    expect(stdio.counts['answers']).toBeGreaterThan(fuzzMs / 100);
  });
});
