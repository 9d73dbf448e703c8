import type { Constructor } from '../../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { declaresLibrary } from '../../tool/class-metadata.js';
import { isClassOrItsFunction } from '../../tool/es5-class.js';
import { compileLibrary, type LibraryDefinition } from '../../tool/library/compile-library.js';
import { PromptDefinition } from '../../tool/library/prompt-definition.js';
import { ResourceDefinition } from '../../tool/library/resource-definition.js';
import type { ToolSource } from '../../tool/tool-source.js';

/** Anything that a server may serve: what a list of tools may hold, resources and prompts. */
export type ServedSource = ToolSource | ResourceDefinition | PromptDefinition;

/** What is for models to call, and what is for clients to read. */
export interface ServedParts {
  readonly tools: readonly ToolSource[];
  readonly library: readonly LibraryDefinition[];
}

/** @throws {@link DefinitionError} (`DEFINITION`) for two resources of one URI and two prompts of one name. */
export function splitSources(sources: readonly ServedSource[]): ServedParts {
  const tools: ToolSource[] = [];
  const library = new Set<LibraryDefinition>();
  for (const source of sources) {
    if (source instanceof ResourceDefinition || source instanceof PromptDefinition) library.add(source);
    else {
      tools.push(source);
      if (isLibraryClass(source)) for (const each of compileLibrary(source)) library.add(each);
    }
  }
  const problems = findTwice([...library]);
  if (problems.length > 0) throw new DefinitionError(problems);
  return { tools, library: [...library] };
}

const isLibraryClass = (source: ToolSource): source is Constructor =>
  isClassOrItsFunction(source) && declaresLibrary(source);

function findTwice(library: readonly LibraryDefinition[]): DefinitionProblem[] {
  const seen = new Set<string>();
  return library.flatMap(definition => {
    const label =
      definition instanceof PromptDefinition
        ? `prompt '${definition.fields.name}'`
        : `resource '${definition.fields.uri.text}'`;
    if (!seen.has(label)) {
      seen.add(label);
      return [];
    }
    return [{ where: label, seen: 'there are two of it.', fix: 'give each its own.' }];
  });
}
