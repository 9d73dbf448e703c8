import { DefinitionError } from '../foundation/definition-error.js';
import { nearestNames } from '../foundation/names.js';
import type { AgentToolChoice } from './agent-options.js';
import type { OfferedTools } from './offered-tools.js';

/** @throws DEFINITION when the model has to call what this run does not offer. */
export function checkToolChoice(choice: AgentToolChoice, offered: OfferedTools): void {
  if (choice === 'auto' || choice === 'none') return;
  const names = offered.names;
  if (choice === 'required') {
    if (names.length > 0) return;
    throw refusal("is 'required', and this run offers no tools.", "give tools, or write 'auto'.");
  }
  if (names.includes(choice.tool)) return;
  const near = nearestNames(choice.tool, names);
  const known = near.length > 0 ? near : names;
  throw refusal(
    `names the tool '${choice.tool}', which this run does not offer.`,
    known.length > 0 ? `write one of ${known.map(name => `'${name}'`).join(', ')}.` : 'give tools.',
  );
}

const refusal = (seen: string, fix: string): DefinitionError =>
  new DefinitionError([{ where: 'toolChoice', seen: `it ${seen}`, fix }]);
