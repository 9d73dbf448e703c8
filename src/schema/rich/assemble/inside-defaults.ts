import { findContradiction } from '../../fast/contradiction.js';
import type { JsonSchema } from '../../json-schema.js';
import { type PatternDefault, readPatternDefaults } from '../source/pattern-defaults.js';
import type { Study } from '../source/study.js';
import type { Claim } from './check-claims.js';
import { changeInside, type Types } from './inside-schema.js';
import { present } from './present.js';
import type { PrintedParameter } from './print-method.js';

/** What defaults in patterns are put into, and where what is found of them goes. */
export interface DefaultsTarget {
  readonly types: Types;
  readonly claims: Claim[];
  /** Of the method. */
  readonly where: string;
}

/** Gives members the defaults that the pattern of a destructured parameter has for them. */
export function fillDefaults(
  study: Study,
  { declaration, name, given, position }: PrintedParameter,
  schema: JsonSchema | undefined,
  target: DefaultsTarget,
): JsonSchema | undefined {
  const label = name || given || `parameter ${position}`;
  return readPatternDefaults(study, declaration.name).reduce<JsonSchema | undefined>((filled, each) => {
    const where = `${target.where}(${label}.${each.path.join('.')})`;
    if (filled !== undefined) return fillDefault(study, filled, each, { ...target, where });
    study.warn(
      `${where}: the default in the pattern is not in the schema that the decorator states. Write it there as well.`,
    );
    return undefined;
  }, schema);
}

function fillDefault(
  study: Study,
  schema: JsonSchema,
  { path, literal, isLost }: PatternDefault,
  { types, claims, where }: DefaultsTarget,
): JsonSchema {
  const met: JsonSchema[] = [];
  const outcome =
    isLost === true
      ? 'nothing'
      : changeInside(schema, path, {
          types,
          mayLack: true,
          member: each => {
            met.push(each);
            // Of several alternatives, those get the default that it is for.
            const isFor = literal === undefined || findContradiction(literal.value, each) === undefined;
            return isFor ? { ...each, ...present({ default: literal?.value }) } : each;
          },
        });
  if (typeof outcome === 'string') {
    study.problem({ where, ...REFUSED[outcome] });
    return schema;
  }
  if (literal === undefined) {
    study.warn(`${where}: its default has to be run, so it is not advertised. The method still applies it.`);
  } else claims.push({ where, what: 'default', value: literal.value, schema: { anyOf: met } });
  return outcome;
}

const REFUSED = {
  nothing: {
    seen: 'the pattern gives it a default, and no member of an object goes by that name.',
    fix: 'take the value apart inside the method, and write the default there.',
  },
  class: {
    seen: 'the pattern gives the member of a class a default, which the class knows nothing of.',
    fix: 'write the default into the class as an initialiser, or take an interface.',
  },
} as const;
