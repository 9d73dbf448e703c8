import {
  type ModelMessage,
  textOf,
  type ToolCallPart,
  toolCallsOf,
  type ToolResultPart,
} from '../message.js';
import { isQuestionBack } from './say.js';

/** What has to be answered, and what was done about it. */
export interface Situation {
  /** What the user wants, with what was said before a question back. */
  readonly text: string;
  readonly calls: readonly ToolCallPart[];
  readonly results: readonly ToolResultPart[];
}

export function readSituation(messages: readonly ModelMessage[]): Situation {
  const start = messages.map(({ role }) => role).lastIndexOf('user');
  const since = messages.slice(start + 1);
  return {
    text: readWish(messages, start),
    calls: since.flatMap(message => (message.role === 'assistant' ? toolCallsOf(message.content) : [])),
    results: since.flatMap(message => (message.role === 'tool' ? message.results : [])),
  };
}

function readWish(messages: readonly ModelMessage[], at: number): string {
  const message = messages[at];
  if (message?.role !== 'user') return '';
  const text = textOf(message.content);
  const before = messages[at - 1];
  const answersQuestion = before?.role === 'assistant' && isQuestionBack(textOf(before.content));
  if (!answersQuestion) return text;
  return `${readWish(messages, at - 2)}\n${text}`;
}
