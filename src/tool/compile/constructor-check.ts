import { constructorPlan } from '../../context/constructor-plan.js';
import type { Constructor } from '../../foundation/constructor.js';
import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { emittedConstructorTypes } from '../../foundation/reflection.js';

/** A service whose constructor takes what no container can know: nothing decorates the class, so no types were emitted. */
export function findConstructorProblems(target: Constructor): DefinitionProblem[] {
  const dependencies = constructorPlan(target)?.dependencies;
  const isKnown =
    dependencies !== undefined &&
    (emittedConstructorTypes(target) !== undefined || dependencies.every(({ kind }) => kind !== 'unknown'));
  if (isKnown) return [];
  return [
    {
      where: `${target.name}, constructor`,
      seen: 'it takes parameters, but no types were emitted for them.',
      fix: 'put @injectable() of tsyringe, or @ToolSet(), on the class, and compile with "emitDecoratorMetadata": true; or write @inject(TheClass) on each parameter, as esbuild and tsx need it.',
    },
  ];
}
