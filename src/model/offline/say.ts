import { cutText } from '../../foundation/cut-text.js';
import { textOf, type ToolResultPart } from '../message.js';
import type { ToolParts } from '../parts-of-tool.js';

const MAX_QUOTE = 600;
const MAX_LISTED = 12;
const QUESTION = 'I need more to use the tool ';

/** The answer that observations give, in their own words. */
export const sayResults = (results: readonly ToolResultPart[]): string => results.map(sayResult).join('\n');

function sayResult({ toolName, content, isError }: ToolResultPart): string {
  const files = content.filter(part => part.type === 'file').map(({ mediaType }) => `[${mediaType}]`);
  const text = cutText([textOf(content), ...files].filter(Boolean).join(' '), MAX_QUOTE);
  return isError ? `The tool ${toolName} gave an error: ${text}` : `The tool ${toolName} says: ${text}`;
}

/** The question for arguments that a request does not give. */
export function askBack({ name, parameters }: ToolParts, missing: readonly string[]): string {
  const needed = missing.map(path => {
    const description = parameters.properties?.[path]?.description;
    return description === undefined ? path : `${path} (${firstSentence(description)})`;
  });
  return `${QUESTION}${name}: ${needed.join(', ')}. Please tell me.`;
}

export const isQuestionBack = (text: string): boolean => text.startsWith(QUESTION);

/** What this is, and what can be asked of it. */
export function introduce(tools: readonly ToolParts[]): string {
  const nature =
    'I am not a language model but a small offline stand-in: I match the words of a request with tools, fill in their ' +
    'arguments, and quote what they say.';
  if (tools.length === 0) return `${nature} There are no tools here, so there is nothing I can do.`;
  const listed = tools
    .slice(0, MAX_LISTED)
    .map(({ name, description }) =>
      description === '' ? `- ${name}` : `- ${name}: ${firstSentence(description)}`,
    );
  const more = tools.length > MAX_LISTED ? [`- and ${tools.length - MAX_LISTED} more`] : [];
  return [`${nature} No tool fits your request. I can use:`, ...listed, ...more].join('\n');
}

const firstSentence = (text: string): string => cutText(/^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text, 160);
