import type { Constructor } from '../../foundation/constructor.js';
import { isPlainObject } from '../../foundation/json.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { ObservationType } from '../../tool/action-type.js';
import { compileOutput } from '../../tool/compile/compile-fields.js';
import type { Guardrail } from '../../tool/guardrail.js';
import { parseJson } from '../parse-json.js';
import type { Inspected } from './inspected.js';
import {
  checkGuardrailOptions,
  fails,
  type NamedGuardrailOptions,
  PASSED,
  placeCheck,
} from './place-check.js';

const MAX_ISSUES = 5;

/** What {@link schemaGuardrail} takes. */
export interface SchemaGuardrailOptions extends NamedGuardrailOptions {
  /** A JSON Schema, or a class with `@Param` properties or validators. */
  readonly schema: JsonSchema | Constructor;
}

/**
 * Blocks what does not fit a schema as it is, without repair: the arguments of a call, the data of a result, and otherwise text,
 * which has to be JSON.
 */
export function schemaGuardrail(options: SchemaGuardrailOptions): Guardrail {
  const schema = {
    wanted: 'a JSON Schema or a class',
    admits: (value: unknown) => typeof value === 'function' || isPlainObject(value),
  };
  checkGuardrailOptions('schemaGuardrail', options, { schema }, ['name', 'schema']);
  const type = compile(options.schema, `schemaGuardrail '${options.name}'`);
  return placeCheck(options, options.name, async inspected => {
    const found = valueOf(inspected);
    if (found === undefined) return fails('it is not JSON');
    const result = await type.plan.run(type.isWrapped ? { result: found.value } : found.value);
    if (result.ok && result.repairs.length === 0) return PASSED;
    const wrong = result.ok
      ? result.repairs.map(({ path, rule }) => `${path || '/'}: would need ${rule}`)
      : result.issues.map(({ path, expected }) => `${path || '/'}: expected ${expected}`);
    return fails(`it does not fit its schema. ${wrong.slice(0, MAX_ISSUES).join('; ')}`);
  });
}

function compile(schema: JsonSchema | Constructor, where: string): ObservationType {
  const type = compileOutput(
    typeof schema === 'function' ? { returns: { type: () => schema } } : { outputSchema: schema },
    where,
  );
  return type as ObservationType;
}

const valueOf = ({ data, text }: Inspected): { readonly value: unknown } | undefined =>
  data === undefined ? parseJson(text) : { value: data };
