import type { CallCancellation } from '../../context/call-cancellation.js';
import type { JsonObject } from '../../foundation/json.js';
import type { ContentBlock } from '../../tool/content.js';
import type { Icon } from '../../tool/icon.js';
import type { McpCaller } from './mcp-caller.js';

/** What a protocol server serves besides tools: what clients read and ask for themselves. */
export interface Library {
  /** Those of a fixed URI. */
  resources(): readonly ListedResource[];
  templates(): readonly ListedTemplate[];
  /** @throws {@link LibraryFailure} when there is no such resource, or it could not be read. */
  read(request: ReadRequest): Promise<readonly ReadContent[]>;
  prompts(): readonly ListedPrompt[];
  /** @throws {@link LibraryFailure} when there is no such prompt, or it could not be made. */
  prompt(request: PromptRequest): Promise<PromptResult>;
  /** What may be meant by a value that is being typed; nothing for what is not known. */
  complete(request: CompletionRequest): Promise<Completion>;
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly icons?: readonly Icon[];
}

export interface ListedTemplate extends Omit<ListedResource, 'uri' | 'size'> {
  /** @see RFC 6570 */
  readonly uriTemplate: string;
}

export interface ListedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments?: readonly ListedPromptArgument[];
  readonly icons?: readonly Icon[];
}

export interface ListedPromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** One request of a caller. */
export interface CallerRequest {
  readonly caller: McpCaller;
  /** When the client cancels or goes away, or the connection is closed. */
  readonly cancellation: CallCancellation;
}

export interface ReadRequest extends CallerRequest {
  readonly uri: string;
}

/** Part of a resource: text, or bytes as base64. */
export type ReadContent = { readonly uri: string; readonly mimeType?: string } & (
  { readonly text: string } | { readonly blob: string }
);

export interface PromptRequest extends CallerRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

export interface CompletionRequest extends CallerRequest {
  readonly kind: 'prompt' | 'resource';
  /** The prompt's name, or the template. */
  readonly ref: string;
  readonly argument: string;
  /** What was typed so far. */
  readonly value: string;
  /** The other arguments that are known. */
  readonly others: Readonly<Record<string, string>>;
}

export interface Completion {
  readonly values: readonly string[];
}

/** Why a request to a library has no result. `kind` decides the code on the wire. */
export class LibraryFailure extends Error {
  constructor(
    readonly kind: 'not-found' | 'invalid' | 'failed',
    message: string,
    readonly data?: JsonObject,
  ) {
    super(message);
  }
}
