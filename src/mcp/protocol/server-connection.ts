import type { CallCancellation } from '../../context/call-cancellation.js';
import type { ProgressUpdate } from '../../context/current-call.js';
import type { JsonObject, JsonValue } from '../../foundation/json.js';

/** A connection to somebody else's server. A port of ours, so that the SDK stays behind one adapter. */
export interface ServerConnection {
  readonly info: RemoteServerInfo;
  /** One page of its tools, as they came: nobody has looked at them. */
  listTools(cursor: string | undefined): Promise<ToolPage>;
  /** @throws {@link RemoteFailure} for every call that the server did not answer with a result. */
  callTool(call: RemoteCall): Promise<JsonObject>;
  /** Why it is closed; undefined while it is open. */
  readonly closedBecause: string | undefined;
  close(): Promise<void>;
}

export interface RemoteServerInfo {
  readonly name: string;
  readonly version: string;
  /** How its tools are meant to be used together. */
  readonly instructions?: string;
  readonly hasTools: boolean;
  /** Whether it surely tells when its tools change: it says so, and has a way. */
  readonly tellsChanges: boolean;
}

export interface ToolPage {
  readonly tools: readonly unknown[];
  readonly nextCursor?: string;
}

export interface RemoteCall {
  /** As the server calls it. */
  readonly name: string;
  readonly arguments: JsonObject;
  readonly meta?: JsonObject;
  readonly cancellation: CallCancellation;
  /** Milliseconds without an answer or progress. */
  readonly idleMs: number;
  /** The server takes it as a task only. */
  readonly isTask: boolean;
  readonly onProgress: (update: ProgressUpdate) => void;
}

/** What the other side may ask or tell. A capability is announced only where there is somebody to serve it. */
export interface ConnectionListener {
  readonly onToolsChanged: () => void;
  readonly onLog: (entry: RemoteLog) => void;
  readonly onClosed: (reason: string) => void;
  /** Told once of what a server writes that is no message. */
  readonly onNoise: (line: string) => void;
  readonly elicit?: (request: Elicitation) => Promise<ElicitationAnswer>;
  readonly sample?: (request: JsonObject) => Promise<JsonObject>;
  readonly roots?: () => readonly Root[];
}

export interface RemoteLog {
  /** @see MCP 2025-11-25, LoggingLevel */
  readonly level: string;
  readonly logger?: string;
  readonly data: JsonValue;
}

/** A folder that the server may work in. */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string;
  readonly name?: string;
}

/** A server asks the user something while a call of it runs. */
export interface Elicitation {
  readonly message: string;
  /** A form, or a page for the user to visit. */
  readonly mode: 'form' | 'url';
  /** Of a form: a flat JSON Schema of an object. */
  readonly requestedSchema?: JsonObject;
  readonly url?: string;
}

export type ElicitationAnswer =
  { readonly action: 'accept'; readonly content?: JsonObject } | { readonly action: 'decline' | 'cancel' };

/** How a server is reached. */
export type ServerTarget =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Besides the few variables that every child gets. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | {
      readonly kind: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly auth?: ServerAuth;
    };

/** How a program or a person is let in by a server that wants tokens. */
export interface ServerAuth {
  /** For the browser to come back to. @defaultValue a free port of this machine */
  readonly redirectUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly clientMetadataUrl?: string;
  readonly scope?: string;
  readonly issuer?: string;
  /** Sends a person to a page to sign in; undefined for programs, which have a secret of their own. */
  readonly signIn?: SignIn;
  readonly tokens: TokenStore;
  /** Told of each token, so that it is masked from then on. */
  readonly hide: (name: string, value: string) => void;
}

/**
 * Shows a page to the person who is to sign in.
 *
 * @returns where the browser came back to, from whoever can tell; without it, the redirect URL is listened to.
 */
export type SignIn = (page: { readonly server: string; readonly url: string }) => Promise<string | undefined>;

/** Keeps tokens from one process to the next. */
export interface TokenStore {
  load(key: string): Promise<JsonObject | undefined>;
  /** @param value - undefined to forget it. */
  save(key: string, value: JsonObject | undefined): Promise<void>;
}

/** Whether a call that failed may have taken effect, and who may mend it. */
export type FailureKind =
  /** The server refused it, or what was sent never reached it. */
  | 'refused'
  /** The connection, its session or its server is gone; the call was not taken. */
  | 'not-taken'
  /** The connection went while the call was at work. */
  | 'lost'
  /** It gave something that is no answer. */
  | 'unreadable'
  | 'timed-out'
  | 'cancelled'
  | 'unauthorised'
  | 'forbidden'
  | 'rate-limited'
  | 'unavailable';

/** Why a server gave no result. */
export class RemoteFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}
