import type { DefinitionProblem } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import { describeKind } from '../foundation/value-kind.js';

/**
 * A picture for people that stands beside a name.
 *
 * @see MCP 2025-11-25, Icon
 */
export interface Icon {
  /** An `https:` or `data:` URL. */
  readonly src: string;
  readonly mimeType?: string;
  /** For each size `WIDTHxHEIGHT`, or `any`. */
  readonly sizes?: readonly string[];
  /** What it is drawn for. */
  readonly theme?: 'light' | 'dark';
}

/** Icons that cannot be meant. */
export function findIconProblems(icons: unknown, where: string): DefinitionProblem[] {
  if (icons === undefined) return [];
  const fix = "give a list: icons: [{ src: 'https://example.com/icon.png' }].";
  if (!Array.isArray(icons)) return [{ where, seen: `icons is ${describeKind(icons)}.`, fix }];
  return icons.flatMap((icon: unknown, index) =>
    isPlainObject(icon) && typeof icon['src'] === 'string' && isShown(icon['src'])
      ? []
      : [{ where: `${where}, icons[${index}]`, seen: 'src is no https:, http: or data: URL.', fix }],
  );
}

const isShown = (src: string): boolean => /^(https?:\/\/|data:)/i.test(src);
