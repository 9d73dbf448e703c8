import type { DeclaredType } from '../print/declared-type.js';
import type { Study } from '../source/study.js';

const MAX_LENGTH = 60;

/** Names for the declarations that schemas refer to: unique, safe in a pointer, the same for the same sources. */
export class TypeNames {
  private readonly names = new Map<DeclaredType, string>();
  private readonly taken = new Map<string, DeclaredType>();

  constructor(private readonly study: Study) {}

  /** @param suffix - Ends the name of a declaration that has another form under its own name already. */
  add(declared: readonly DeclaredType[], suffix = ''): void {
    for (const each of [...declared].sort((a, b) => compare(this.keyOf(a), this.keyOf(b)))) {
      const base = safe(each.title);
      const twin = this.taken.get(base);
      const isTwin =
        twin !== undefined && twin.declaration === each.declaration && each.declaration !== undefined;
      const name = this.free(isTwin ? `${base}${suffix}` : base);
      this.names.set(each, name);
      this.taken.set(name, each);
    }
  }

  nameOf(declared: DeclaredType): string | undefined {
    return this.names.get(declared);
  }

  private free(base: string): string {
    let name = base;
    for (let number = 2; this.taken.has(name); number++) name = `${base}${number}`;
    return name;
  }

  private keyOf({ title, declaration }: DeclaredType): string {
    const at = declaration?.getSourceFile();
    const path = at === undefined ? '' : this.study.pathOf(at);
    return [title, path, String(declaration?.pos ?? 0).padStart(9, '0')].join('\n');
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const safe = (title: string): string =>
  title
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_LENGTH) || 'Type';

/** True for what schemas refer to: a class or a named object, and whatever holds itself. */
export const isReferredTo = ({ kind, title, isRecursive }: DeclaredType): boolean =>
  kind !== 'root' && (isRecursive || kind === 'class' || (kind === 'object' && title !== ''));
