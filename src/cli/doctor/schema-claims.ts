import type { JsonSchema } from '../../index.js';

/** A value that a schema itself claims to be good. */
export interface Claim {
  readonly kind: 'example' | 'default';
  /** `example 1 of 2`, `default of /filter/limit`. */
  readonly what: string;
  readonly value: unknown;
  /** JSON Pointer to the value in `args`. */
  readonly path: string;
  /** Arguments with the value in its place. */
  readonly args: unknown;
}

type Wrap = (value: unknown) => unknown;

/**
 * The examples and defaults in the schema of arguments, whole examples first.
 *
 * @param refused - Whole examples that turned out to be wrong so far: the others lend their values to what surrounds a claim.
 */
export function* listClaims(root: JsonSchema, refused: ReadonlySet<unknown>): Generator<Claim> {
  yield* claimsOf(root, '', value => value);
  const sound = root.examples?.find(each => !refused.has(each));
  yield* new Walk(root).members(root, { path: '', wrap: value => value, around: sound });
}

function* claimsOf({ examples = [], ...node }: JsonSchema, path: string, wrap: Wrap): Generator<Claim> {
  const of = path === '' ? '' : ` of ${path}`;
  for (const [index, value] of examples.entries()) {
    const number =
      examples.length === 1 ? 'example' : `example ${String(index + 1)} of ${String(examples.length)}`;
    yield {
      kind: 'example',
      what: `${number}${path === '' ? '' : `, at ${path}`}`,
      value,
      path,
      args: wrap(value),
    };
  }
  if (node.default !== undefined)
    yield { kind: 'default', what: `default${of}`, value: node.default, path, args: wrap(node.default) };
}

interface Place {
  readonly path: string;
  readonly wrap: Wrap;
  /** What a whole example has there. */
  readonly around: unknown;
}

class Walk {
  /** What several places refer to claims the same in each of them. */
  private readonly seen = new Set<JsonSchema>();

  constructor(private readonly root: JsonSchema) {}

  /** What the members and items of a schema claim, and what is in them. */
  *members(node: JsonSchema, place: Place): Generator<Claim> {
    const target = this.resolve(node);
    if (target === undefined || this.seen.has(target)) return;
    this.seen.add(target);
    const { wrap, around } = place;
    const others: object = isRecord(around) ? around : {};
    for (const [name, member] of Object.entries(target.properties ?? {})) {
      const path = `${place.path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      yield* this.claims(member, {
        path,
        wrap: value => wrap({ ...others, [name]: value }),
        around: (others as Record<string, unknown>)[name],
      });
    }
    if (typeof target.items !== 'object') return;
    const first: unknown = Array.isArray(around) ? around[0] : undefined;
    yield* this.claims(target.items, {
      path: `${place.path}/0`,
      wrap: value => wrap([value]),
      around: first,
    });
  }

  private *claims(node: JsonSchema, place: Place): Generator<Claim> {
    yield* claimsOf(node, place.path, place.wrap);
    yield* this.members(node, place);
  }

  /** The schema that decides: behind a reference, or beside null. Which one of a union a value would need is not known. */
  private resolve(node: JsonSchema): JsonSchema | undefined {
    if (node.anyOf !== undefined) {
      const [only, ...more] = node.anyOf.filter(({ type }) => type !== 'null');
      return only === undefined || more.length > 0 ? undefined : this.resolve(only);
    }
    const name = /^#\/\$defs\/([^/]+)$/.exec(node.$ref ?? '')?.[1];
    if (name === undefined) return node;
    return this.root.$defs?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
