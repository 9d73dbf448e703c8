import type { Constructor } from '../../foundation/constructor.js';
import { isPlainObject } from '../../foundation/json.js';
import { isThenable } from '../../foundation/thenable.js';
import type { ObservationType } from '../action-type.js';
import type { ClassMetadata } from '../class-metadata.js';
import { compileKnownResult, compileObservationClass, compileReturns } from './compile-observation.js';
import type { ToolKnowledge } from './tool-knowledge.js';

/** The declared output of a class that is a tool: its observation class, else `@Returns` on it or on `execute`, else the source. */
export function compileClassOutput(
  metadata: ClassMetadata,
  known: ToolKnowledge | undefined,
  where: string,
): ObservationType | undefined {
  const observation = metadata.tool?.observation;
  if (observation !== undefined) return compileObservationClass(observation, `${where}, observation`);
  const returns = metadata.returns ?? metadata.members.get('execute')?.returns;
  return compileReturns(returns, { emitted: false }, where) ?? compileKnownResult(known, where);
}

/** Turns plain objects into the declared observation class; everything else passes as it is. */
export function observationFactory(observation: Constructor | undefined): (result: unknown) => unknown {
  if (observation === undefined) return result => result;
  const build = (result: unknown): unknown =>
    isPlainObject(result) ? Object.assign(new observation() as object, result) : result;
  return result => (isThenable(result) ? Promise.resolve(result).then(build) : build(result));
}
