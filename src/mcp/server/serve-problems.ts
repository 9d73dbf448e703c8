import { ToolRuntime } from '../../execution/tool-runtime.js';
import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { describeKind } from '../../foundation/value-kind.js';
import { findIconProblems } from '../../tool/icon.js';

/** Callers in JavaScript may send anything, and a runtime is what others expect to be served. */
export function findSourceProblems(
  tools: unknown,
  options: Partial<Record<'context' | 'pageSize' | 'icons', unknown>> | undefined,
  where: string,
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const report = (seen: string, fix: string): number => problems.push({ where, seen, fix });
  if (tools instanceof ToolRuntime) {
    report('it got a runtime.', 'give it the list of tools, and the options of the runtime beside.');
  } else if (!Array.isArray(tools)) {
    report(`it got ${describeKind(tools)} instead of a list of tools.`, `write ${where}([Orders], { … }).`);
  }
  const { context, pageSize, icons } = options ?? {};
  if (context !== undefined && typeof context !== 'function')
    report(
      `context is ${describeKind(context)}.`,
      'give a function: ({ principal }) => ({ state: principal }).',
    );
  if (pageSize !== undefined && !(Number.isInteger(pageSize) && (pageSize as number) > 0))
    report('pageSize is no number of entries.', 'give a whole number above 0, or leave it out.');
  return [...problems, ...findIconProblems(icons, where)];
}
