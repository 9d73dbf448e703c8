import type { CallingClient } from './calling-client.js';

/** Who called, as far as the transport knows. */
export interface McpCaller {
  readonly transport: 'stdio' | 'http';
  /** What it may be asked and told while its call is at work. */
  readonly client: CallingClient;
  /** What `http.auth` gave for the request; missing over stdio and without `auth`. */
  readonly principal?: unknown;
  readonly sessionId?: string;
  /** The HTTP headers of the call, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}
