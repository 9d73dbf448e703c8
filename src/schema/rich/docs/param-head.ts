/** The parts of `{type} [name=default] - text` that count: type and default are those of the code. */
export interface ParamHead {
  readonly name: string;
  readonly text: string;
}

export function readParamHead(tagText: string): ParamHead {
  const source = withoutType(tagText);
  const after = afterBalanced(source, '[', ']');
  if (after !== undefined) {
    const [name = ''] = source.slice(1).split(/[=\]]/, 1);
    return { name: plainName(name), text: withoutDash(after) };
  }
  const [name = ''] = /^\S*/.exec(source) ?? [];
  return { name: plainName(name), text: withoutDash(source.slice(name.length)) };
}

/** Takes a leading `{type}` away; TypeScript knows the type. */
export function withoutType(text: string): string {
  const source = text.trimStart();
  return (source.startsWith('{@') ? undefined : afterBalanced(source, '{', '}'))?.trimStart() ?? source;
}

/** What follows the bracket that closes the one a text starts with; `undefined` when it starts with none. */
export function afterBalanced(text: string, open: string, close: string): string | undefined {
  if (!text.startsWith(open)) {
    return undefined;
  }
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === open) {
      depth++;
    } else if (text[index] === close && --depth === 0) {
      return text.slice(index + 1);
    }
  }
  return undefined;
}

/** Takes `- ` away, but not the sign of `-1`. */
export const withoutDash = (text: string): string => text.trimStart().replace(/^(?:[-–—:])(?=\s|$)\s*/, '');

const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^`|`?:?$/g, '')
    .replace(/^(?:\.{3}|[-–—]$)/, '');
