/** Beyond so many insertions and removals two lists count as having nothing in common: the search grows with their square. */
const MAX_EDITS = 2_000;

/** Positions in both lists. */
export type Match = readonly [a: number, b: number];

/** A longest common subsequence of two lists, as pairs of positions. */
export function findCommon(a: readonly string[], b: readonly string[]): readonly Match[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  const most = Math.min(a.length, b.length) - head;
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = search(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [
    ...Array.from({ length: head }, (_, at): Match => [at, at]),
    ...middle.map(([x, y]): Match => [head + x, head + y]),
    ...Array.from({ length: tail }, (_, at): Match => [a.length - tail + at, b.length - tail + at]),
  ];
}

/**
 * How far each diagonal has come with `edits` insertions and removals, for every number of them.
 *
 * @see Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations, 1986
 */
function search(a: readonly string[], b: readonly string[]): Match[] {
  if (a.length === 0 || b.length === 0) return [];
  const fronts: Front[] = [new Front(-1)];
  for (let edits = 0; edits <= Math.min(a.length + b.length, MAX_EDITS); edits++) {
    const before = fronts[edits] ?? new Front(-1);
    const front = new Front(edits);
    fronts.push(front);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = before.enter(diagonal);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      front.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return walkBack(fronts, diagonal, x);
    }
  }
  return [];
}

/** From the end to the start, by the edit that each front was reached with; what lies between edits is common. */
function walkBack(fronts: readonly Front[], lastDiagonal: number, end: number): Match[] {
  const matches: Match[] = [];
  let diagonal = lastDiagonal;
  let x = end;
  for (let edits = fronts.length - 2; edits >= 0; edits--) {
    const before = fronts[edits];
    if (before === undefined) break;
    const entry = before.enter(diagonal);
    for (; x > entry; x--) matches.push([x - 1, x - 1 - diagonal]);
    const isInsertion = before.isInsertion(diagonal);
    x = isInsertion ? entry : entry - 1;
    diagonal = isInsertion ? diagonal + 1 : diagonal - 1;
  }
  return matches.reverse();
}

/** The furthest position in the first list on each diagonal, that is difference between the positions in both. */
class Front {
  readonly #reached: Int32Array;
  readonly #edits: number;

  constructor(edits: number) {
    this.#edits = edits;
    this.#reached = new Int32Array(Math.max(0, 2 * edits + 1));
  }

  set(diagonal: number, x: number): void {
    this.#reached[diagonal + this.#edits] = x;
  }

  /** Where one more edit enters the diagonal. */
  enter(diagonal: number): number {
    if (this.#edits < 0) return 0;
    return this.isInsertion(diagonal) ? this.#get(diagonal + 1) : this.#get(diagonal - 1) + 1;
  }

  isInsertion(diagonal: number): boolean {
    return this.#get(diagonal - 1) < this.#get(diagonal + 1);
  }

  #get(diagonal: number): number {
    return Math.abs(diagonal) > this.#edits ? -1 : (this.#reached[diagonal + this.#edits] ?? -1);
  }
}
