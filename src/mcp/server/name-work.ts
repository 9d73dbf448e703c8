import type { LibraryDefinition } from '../../tool/library/compile-library.js';
import { PromptDefinition } from '../../tool/library/prompt-definition.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';

const MAX_LENGTH = 60;

/** A name for the work of each definition: resources and prompts may be called alike, in a runtime nothing may. */
export function nameWork(definitions: readonly LibraryDefinition[]): ReadonlyMap<ToolDefinition, string> {
  const names = new Map<ToolDefinition, string>();
  const taken = new Set<string>();
  const add = (work: ToolDefinition, kind: string): void => {
    const wanted = `${kind}_${work.name}`.slice(0, MAX_LENGTH);
    let name = wanted;
    for (let count = 2; taken.has(formOf(name)); count++) name = `${wanted}_${count}`;
    taken.add(formOf(name));
    names.set(work, name);
  };
  for (const definition of definitions) {
    const isPrompt = definition instanceof PromptDefinition;
    add(isPrompt ? definition.fields.maker : definition.fields.reader, isPrompt ? 'prompt' : 'resource');
    for (const completer of definition.fields.completers.values()) add(completer, 'complete');
  }
  return names;
}

/** What a runtime takes for the same name. */
const formOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/tool$/, '');
