/** A JSON pointer in which `*` stands for any one name or index, and `**` for any number of them. */
export interface Pointer {
  readonly text: string;
  readonly names: readonly string[];
}

/** @returns undefined for what does not begin with `/`, or points at nothing. */
export function parsePointer(text: string): Pointer | undefined {
  if (!/^\/(.|\n)/.test(text)) return undefined;
  const names = text
    .slice(1)
    .split('/')
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.at(-1) === '**' ? undefined : { text, names };
}

/** How far a pointer is followed: the next of its names. */
interface Progress {
  readonly pointer: Pointer;
  readonly next: number;
}

/** Follows pointers into a value, name by name. */
export class PointerPath {
  private constructor(
    private readonly progress: readonly Progress[],
    /** The pointers that point at just this place. */
    readonly reached: readonly Pointer[],
  ) {}

  static start(pointers: readonly Pointer[]): PointerPath {
    return new PointerPath(
      pointers.flatMap(pointer => skipAny({ pointer, next: 0 })),
      [],
    );
  }

  enter(name: string): PointerPath {
    if (this.progress.length === 0) return this;
    const met = this.progress.flatMap(({ pointer, next }): Progress[] => {
      const wanted = pointer.names[next];
      if (wanted === '**') return skipAny({ pointer, next });
      return wanted === name || wanted === '*' ? skipAny({ pointer, next: next + 1 }) : [];
    });
    const isEnd = ({ pointer, next }: Progress): boolean => next === pointer.names.length;
    return new PointerPath(
      met.filter(each => !isEnd(each)),
      met.filter(isEnd).map(({ pointer }) => pointer),
    );
  }
}

/** `**` may stand for nothing. */
const skipAny = ({ pointer, next }: Progress): Progress[] =>
  pointer.names[next] === '**'
    ? [{ pointer, next }, ...skipAny({ pointer, next: next + 1 })]
    : [{ pointer, next }];
