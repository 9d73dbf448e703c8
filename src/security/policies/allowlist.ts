import { DefinitionError } from '../../foundation/definition-error.js';
import type { CallPolicy } from '../../tool/call-policy.js';
import { TEXTS } from '../option-check.js';
import { compileGlob } from './glob.js';

/**
 * Only tools whose name fits a pattern may run; a model is not even offered the others, and one that guesses a name is refused.
 *
 * @param patterns - Names, in which `*` stands for any text and `?` for one character. None: no tool at all.
 */
export function allowlist(
  patterns: readonly string[],
  { name = 'allowlist' }: { readonly name?: string } = {},
): CallPolicy {
  const given: unknown = patterns;
  if (!(Array.isArray(given) && given.length === 0) && !TEXTS.admits(given)) {
    const fix = "write allowlist(['get_*', 'search']).";
    throw new DefinitionError([{ where: 'allowlist', seen: 'it got no list of names.', fix }]);
  }
  const globs = patterns.map(compileGlob);
  const isAllowed = (toolName: string): boolean => globs.some(matches => matches(toolName));
  return {
    name,
    isVisible: tool => isAllowed(tool.name),
    decide: ({ tool }) =>
      isAllowed(tool.name)
        ? 'allow'
        : { decision: 'deny', reason: `the tool '${tool.name}' is not on the allowlist` },
  };
}
