/** One way to do a job. Inputs are made by `prepare`, outside the timed part. */
export interface Candidate {
  readonly name: string;
  /** Does the job `count` times. */
  run(count: number): unknown;
}

export interface Measured {
  readonly name: string;
  /** Nanoseconds for one job, 10th percentile of all slices: noise only adds. */
  readonly quietNs: number;
  /** Median over all rounds of the time relative to the first candidate's in the same round. */
  readonly ratio: number;
}

export interface MeasureOptions {
  /** @defaultValue 41 */
  readonly rounds?: number;
  /** Length of one timed slice. @defaultValue 4 */
  readonly sliceMs?: number;
}

/** Compares candidates in one process, interleaved and shuffled; the first is what the others are related to. */
export async function compare(
  candidates: readonly Candidate[],
  { rounds = 41, sliceMs = 4 }: MeasureOptions = {},
): Promise<Measured[]> {
  const counts = new Map<Candidate, number>();
  for (const candidate of candidates) counts.set(candidate, await countFor(candidate, sliceMs));
  const samples = new Map<Candidate, number[]>(candidates.map(candidate => [candidate, []]));
  for (let round = 0; round < rounds; round++) {
    for (const candidate of shuffled(candidates)) {
      samples.get(candidate)?.push(await timeOf(candidate, counts.get(candidate) ?? 1));
    }
  }
  const baseline = samples.get(candidates[0] as Candidate) ?? [];
  return candidates.map(candidate => {
    const own = samples.get(candidate) ?? [];
    return {
      name: candidate.name,
      quietNs: percentile(own, 0.1),
      ratio: percentile(
        own.map((ns, round) => ns / (baseline[round] ?? NaN)),
        0.5,
      ),
    };
  });
}

/** Warms the candidate up, and finds how often it fits into a slice. */
async function countFor(candidate: Candidate, sliceMs: number): Promise<number> {
  let count = 1;
  for (;;) {
    const spentMs = ((await timeOf(candidate, count)) * count) / 1e6;
    if (spentMs >= sliceMs) break;
    count *= 2;
  }
  for (let spentMs = 0; spentMs < 40 * sliceMs;) {
    spentMs += ((await timeOf(candidate, count)) * count) / 1e6;
  }
  return Math.max(1, Math.round((sliceMs * 1e6) / (await timeOf(candidate, count))));
}

async function timeOf(candidate: Candidate, count: number): Promise<number> {
  const startedAt = process.hrtime.bigint();
  const running = candidate.run(count);
  if (running instanceof Promise) await running;
  return Number(process.hrtime.bigint() - startedAt) / count;
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map(item => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
