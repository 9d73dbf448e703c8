/** One variable of a template. */
interface Variable {
  readonly name: string;
  /** `{+name}`: also over slashes. */
  readonly isGreedy: boolean;
}

/**
 * A URI with variables: `{name}` stands for one part between slashes, `{+name}` also for several.
 *
 * @see RFC 6570, levels 1 and 2
 */
export class UriTemplate {
  readonly text: string;
  readonly #variables: readonly Variable[];
  readonly #pattern: RegExp;

  constructor(text: string) {
    this.text = text;
    const parts = text.split(VARIABLE);
    this.#variables = parts.flatMap((part, index) => (index % 2 === 1 ? [readVariable(part)] : []));
    const source = parts.map((part, index) =>
      index % 2 === 0 ? escape(part) : readVariable(part).isGreedy ? '(.+)' : '([^/?#]+)',
    );
    this.#pattern = new RegExp(`^${source.join('')}$`);
  }

  get names(): readonly string[] {
    return this.#variables.map(({ name }) => name);
  }

  /** The values, decoded; undefined for a URI that is none of these. */
  match(uri: string): Record<string, string> | undefined {
    const [whole, ...values] = this.#pattern.exec(uri) ?? [];
    if (whole === undefined) return undefined;
    try {
      return Object.fromEntries(
        this.#variables.map(({ name }, index) => [name, decodeURIComponent(values[index] ?? '')]),
      );
    } catch {
      // A lone percent sign.
      return undefined;
    }
  }
}

const VARIABLE = /\{([^{}]*)\}/;

/** What is wrong with a text as URI or template; undefined when nothing is. */
export function findUriMistake(uri: unknown): { readonly seen: string; readonly fix: string } | undefined {
  const fix = "write a URI: 'orders://all', or with variables 'orders://{id}'.";
  if (typeof uri !== 'string' || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri))
    return { seen: 'its URI does not begin with a scheme.', fix };
  const names = uri.split(VARIABLE).filter((_part, index) => index % 2 === 1);
  const wrong = names.find(name => !/^\+?[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  if (
    wrong !== undefined ||
    /[{}]/.test(
      uri
        .split(VARIABLE)
        .filter((_part, index) => index % 2 === 0)
        .join(''),
    )
  )
    return {
      seen: `'${uri}' has a variable that is not understood.`,
      fix: 'write {name}, or {+name} for values with slashes.',
    };
  const plain = names.map(name => name.replace('+', ''));
  return new Set(plain).size === plain.length
    ? undefined
    : { seen: `'${uri}' has a variable twice.`, fix: 'give each its own name.' };
}

const readVariable = (part: string): Variable => ({
  name: part.replace('+', ''),
  isGreedy: part.startsWith('+'),
});

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
