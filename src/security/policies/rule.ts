import type { RunContext } from '../../context/run-context.js';
import { toJson } from '../../foundation/codecs.js';
import { isPlainObject, type JsonValue } from '../../foundation/json.js';
import type { CheckedCall, PolicyDecision } from '../../tool/call-policy.js';
import { compileGlob } from './glob.js';

/** One rule about calls. What is left out fits everything. */
export interface Rule {
  /** For whom: a pattern for what `subjectOf` gives, or a function. */
  readonly subject?: string | ((run: RunContext) => boolean | Promise<boolean>);
  /** Pattern for names of tools. */
  readonly tool?: string;
  /** Patterns for accepted arguments by their path: `{ 'order.id': 'ORD-*' }`. Of a list one item has to fit. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly effect: PolicyDecision;
  /** Of the rules that fit those with the highest count, and of these the strictest. @defaultValue 0 */
  readonly priority?: number;
  /** Told to the model. */
  readonly reason?: string;
}

/** A rule that can be asked. */
export interface CompiledRule {
  readonly effect: PolicyDecision;
  readonly priority: number;
  readonly reason: string | undefined;
  /** Whether more than the name of the tool decides. */
  readonly isConditional: boolean;
  fitsTool(toolName: string): boolean;
  fitsCall(call: CheckedCall, subject: string | undefined): Promise<boolean>;
}

export function compileRule({
  subject,
  tool = '*',
  arguments: wanted = {},
  effect,
  priority = 0,
  reason,
}: Rule): CompiledRule {
  const fitsTool = compileGlob(tool);
  const fitsText = typeof subject === 'string' ? compileGlob(subject) : undefined;
  const conditions = Object.entries(wanted).map(([path, glob]) => ({
    path: path.split('.'),
    fits: compileGlob(glob),
  }));
  return {
    ...{ effect, priority, reason, fitsTool },
    isConditional: subject !== undefined || conditions.length > 0,
    async fitsCall(call, of) {
      if (!fitsTool(call.tool.name)) return false;
      if (fitsText !== undefined && (of === undefined || !fitsText(of))) return false;
      if (typeof subject === 'function' && !(await subject(call.run))) return false;
      if (conditions.length === 0) return true;
      const given = toJson(call.action);
      return conditions.every(({ path, fits }) => valuesAt(given, path).some(fits));
    },
  };
}

/** The texts at a path; lists on the way are gone through. */
function valuesAt(value: JsonValue | undefined, path: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(item => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name !== undefined)
    return isPlainObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
  if (value === undefined || value === null) return [];
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}
