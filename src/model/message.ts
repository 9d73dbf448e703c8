import type { JsonObject } from '../foundation/json.js';

/** Text that a model reads or writes. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A picture, sound or document: bytes as base64, or where they are. */
export interface FilePart {
  readonly type: 'file';
  /** IANA media type; `image/*` where only the kind is known. */
  readonly mediaType: string;
  readonly source: { readonly data: string } | { readonly url: string };
}

/** What people and tools give a model to read. */
export type InputPart = TextPart | FilePart;

/** What a model thought before it answered. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  /** What the provider wants back with it: signatures of thoughts. */
  readonly providerData?: JsonObject;
}

/** One tool call that a model asks for. */
export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly callId: string;
  /** As the model wrote it: the exported name. */
  readonly toolName: string;
  /** JSON text as the model wrote it; may be anything. */
  readonly arguments: string;
  /** What the provider wants back with it: signatures of thoughts. */
  readonly providerData?: JsonObject;
}

export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;

/** The answer to one tool call. */
export interface ToolResultPart {
  readonly callId: string;
  readonly toolName: string;
  readonly content: readonly InputPart[];
  readonly isError: boolean;
}

/** One message of a conversation; plain JSON. */
export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly content: readonly InputPart[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantPart[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResultPart[] };

/** The text of parts, joined; files and tool calls are left out. */
export const textOf = (parts: readonly (AssistantPart | InputPart)[]): string =>
  parts.map(part => (part.type === 'text' ? part.text : '')).join('');

/** The tool calls among the parts, in order. */
export const toolCallsOf = (parts: readonly AssistantPart[]): ToolCallPart[] =>
  parts.filter(part => part.type === 'tool-call');
