import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';
import type { AssistantPart, InputPart, ModelMessage } from '../model/message.js';
import type { AgentInput } from './agent-options.js';

const INPUT =
  "give text, or a list of { type: 'text', text } and { type: 'file', mediaType, source: { data } }.";
const MESSAGES: Readonly<Record<ModelMessage['role'], string>> = {
  system: "{ role: 'system', text }",
  user: "{ role: 'user', content: [{ type: 'text', text }] }",
  assistant: "{ role: 'assistant', content: [{ type: 'text', text }] }",
  tool: "{ role: 'tool', results: [{ callId, toolName, content: [{ type: 'text', text }], isError }] }",
};

type Loose = Readonly<Record<string, unknown>>;

/** @throws DEFINITION for what nobody can ask a model, or go on with. Callers in JavaScript may give anything. */
export function readInput(input: AgentInput, resumed?: { readonly runId: unknown }): readonly InputPart[] {
  if (resumed !== undefined && typeof resumed.runId !== 'string')
    throw refusal(
      'resume',
      `its first argument is ${describeKind(resumed.runId)}.`,
      'write resume(run.id, decisions).',
    );
  if (typeof input === 'string') return [{ type: 'text', text: input }];
  const given: unknown = input;
  if (!Array.isArray(given)) throw refusal('input', `it is ${describeKind(given)}.`, INPUT);
  if (given.length === 0) throw refusal('input', 'it is an empty list.', INPUT);
  const wrong = given.findIndex(part => !isInputPart(part));
  if (wrong >= 0) throw refusal('input', `its part ${wrong + 1} is ${wrongPart(given[wrong])}.`, INPUT);
  return input;
}

/** @throws DEFINITION with every message of a history that is none. */
export function checkHistory(history: unknown): asserts history is readonly ModelMessage[] {
  if (!Array.isArray(history))
    throw refusal('history', `it is ${describeKind(history)}.`, 'give the `messages` of runs before.');
  const problems = history.flatMap((message: unknown, index): DefinitionProblem[] => {
    const where = `history, message ${index + 1}`;
    const { role } = (message ?? {}) as { role?: unknown };
    if (!isRole(role)) {
      const seen = typeof role === 'string' ? 'its role is unknown.' : `it is ${wrongMessage(message)}.`;
      return [{ where, seen, fix: `give one of ${Object.values(MESSAGES).join(', ')}.` }];
    }
    if (isMessage(role, message as Loose)) return [];
    return [{ where, seen: `it is no message of the role '${role}'.`, fix: `write ${MESSAGES[role]}.` }];
  });
  if (problems.length > 0) throw new DefinitionError(problems);
}

const isRole = (role: unknown): role is ModelMessage['role'] =>
  typeof role === 'string' && Object.hasOwn(MESSAGES, role);

function isMessage(role: ModelMessage['role'], { text, content, results }: Loose): boolean {
  switch (role) {
    case 'system':
      return typeof text === 'string';
    case 'user':
      return isListOf(content, isInputPart);
    case 'assistant':
      return isListOf(content, isAssistantPart);
    case 'tool':
      return isListOf(results, isResult);
  }
}

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

function isResult(value: unknown): boolean {
  const { callId, toolName, content } = (value ?? {}) as Loose;
  return typeof callId === 'string' && typeof toolName === 'string' && isListOf(content, isInputPart);
}

function isInputPart(value: unknown): value is InputPart {
  const { type, text, mediaType, source } = (value ?? {}) as Loose;
  if (type === 'text') return typeof text === 'string';
  const { data, url } = (source ?? {}) as Loose;
  return (
    type === 'file' && typeof mediaType === 'string' && (typeof data === 'string' || typeof url === 'string')
  );
}

function isAssistantPart(value: unknown): value is AssistantPart {
  const { type, text, callId, toolName, arguments: given } = (value ?? {}) as Loose;
  if (type === 'text' || type === 'reasoning') return typeof text === 'string';
  return (
    type === 'tool-call' &&
    typeof callId === 'string' &&
    typeof toolName === 'string' &&
    typeof given === 'string'
  );
}

const wrongPart = (part: unknown): string =>
  typeof part === 'object' && part !== null ? 'no text and no file' : describeKind(part);

const wrongMessage = (message: unknown): string =>
  typeof message === 'object' && message !== null ? 'something without a role' : describeKind(message);

const refusal = (where: string, seen: string, fix: string): DefinitionError =>
  new DefinitionError([{ where, seen, fix }]);
