import type { JsonObject, JsonValue } from '../../foundation/json.js';
import type { Elicitation, ElicitationAnswer } from './server-connection.js';

/** How important a message is, the least first. */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** @see MCP 2025-11-25, LoggingLevel */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The client that made a call: what a server may ask and tell it while the call is at work. */
export interface CallingClient {
  /** As it called itself; missing where nothing was initialised. */
  readonly info?: { readonly name: string; readonly version: string };
  /** What it lets itself be asked. */
  readonly abilities: ClientAbilities;
  /**
   * Asks its user. A form's answer fits the form.
   *
   * @param signal - Withdraws the question; the end of the call does as well.
   * @throws {@link ClientUnableError} (`CLIENT_UNABLE`) when it has no such ability.
   */
  elicit(question: Elicitation, signal?: AbortSignal): Promise<ElicitationAnswer>;
  /**
   * Asks its model.
   *
   * @throws {@link ClientUnableError} (`CLIENT_UNABLE`) when it has no such ability.
   */
  sample(request: SamplingRequest, signal?: AbortSignal): Promise<SamplingAnswer>;
  /** Tells it something, when it wants to hear of messages of this level. Secrets are not masked here: `run.logger` masks them. */
  log(level: LogLevel, data: JsonValue, logger?: string): void;
  /**
   * Ends the HTTP response on which the answer would come; the client fetches it later. Does nothing on other
   * transports, without `http.eventStore`, and for clients that cannot come back.
   */
  closeStream(): void;
}

export interface ClientAbilities {
  readonly elicitsForm: boolean;
  readonly elicitsUrl: boolean;
  readonly samples: boolean;
  /** Its model may be given tools. */
  readonly samplesWithTools: boolean;
  readonly hasRoots: boolean;
}

/** @see MCP 2025-11-25, CreateMessageRequestParams */
export interface SamplingRequest {
  readonly messages: readonly JsonObject[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: JsonObject;
  readonly tools?: readonly JsonObject[];
  readonly toolChoice?: JsonObject;
}

/** @see MCP 2025-11-25, CreateMessageResult */
export interface SamplingAnswer {
  readonly role: 'user' | 'assistant';
  /** One block or several. */
  readonly content: JsonObject | readonly JsonObject[];
  readonly model: string;
  readonly stopReason?: string;
}
