import type { AnyConstructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { type MemberKey, type MemberPlace, METADATA_OF_CLASS } from '../tool/class-metadata.js';

/** What compilers that follow the standard (TC39) pass as the second argument. */
export interface StandardContext {
  readonly kind: string;
  readonly name: string | symbol | undefined;
  readonly static?: boolean;
  readonly private?: boolean;
  readonly metadata?: object | undefined;
}

/** Where a decorator stands. */
export interface Decoration {
  /** `Orders.lookupOrder, @Tool` or `Orders, @Tool`, for problems. */
  readonly where: string;
  /** What keeps the facts: the class, or the object that becomes its metadata under the standard. */
  readonly holder: object;
  /** Missing on the class itself, and on parameters of its constructor. */
  readonly member?: MemberPlace & { readonly kind: 'method' | 'field' | 'other' };
  /** Of the decorated parameter. */
  readonly position?: number;
}

/** The decorator's first argument: a class, a prototype, or what the standard passes (a method, or nothing for a field). */
type Target = unknown;
/** The second: the member's name, or the context of the standard. */
type Second = MemberKey | StandardContext | undefined;
/** The third: the descriptor of a method, or the position of a parameter. */
type Third = PropertyDescriptor | number | undefined;

/**
 * Reads the arguments of a decorator, whichever kind of decorators the compiler made.
 *
 * @throws {@link DefinitionError} for what cannot be decorated: private members, and classes loaded before this package.
 */
export function readDecoration(
  decorator: string,
  target: Target,
  second?: Second,
  third?: Third,
): Decoration {
  return typeof second === 'object'
    ? readStandard(decorator, target, second)
    : readLegacy(decorator, target as object, second, third);
}

function readLegacy(decorator: string, target: object, key: MemberKey | undefined, third: Third): Decoration {
  const isStatic = typeof target === 'function';
  const holder = isStatic ? target : target.constructor;
  const owner = (holder as AnyConstructor).name || 'a class without a name';
  const where = `${key === undefined ? owner : `${owner}.${String(key)}`}, @${decorator}`;
  const position = typeof third === 'number' ? { position: third } : {};
  if (key === undefined) return { where, holder, ...position };
  // While decorators run, what some of them return is not yet in place.
  const value: unknown = Object.getOwnPropertyDescriptor(target, key)?.value;
  const kind = kindOf(third, value);
  return { where, holder, member: { key, isStatic, value, kind }, ...position };
}

/** A property has no descriptor; what a parameter belongs to is a method. */
function kindOf(third: Third, value: unknown): 'method' | 'field' | 'other' {
  if (third === undefined) return 'field';
  return typeof (typeof third === 'object' ? third.value : value) === 'function' ? 'method' : 'other';
}

function readStandard(decorator: string, value: Target, context: StandardContext): Decoration {
  const { kind, name = 'a class without a name', metadata } = context;
  const where = `${kind === 'class' ? String(name) : `${kind} '${String(name)}'`}, @${decorator}`;
  if (metadata === undefined) {
    const seen = `the compiler passed no metadata object: ${METADATA_OF_CLASS} was not there when the class was made.`;
    throw problem(
      where,
      seen,
      "import 'toolwright' before the module of the class, or use a newer compiler.",
    );
  }
  if (context.private === true) throw problem(where, 'it is on a private member.', 'make the member public.');
  if (kind === 'class') return { where, holder: metadata };
  return {
    where,
    holder: metadata,
    member: {
      key: name,
      isStatic: context.static === true,
      value,
      kind: kind === 'method' || kind === 'field' ? kind : 'other',
    },
  };
}

const problem = (where: string, seen: string, fix: string): DefinitionError =>
  new DefinitionError([{ where, seen, fix }]);
