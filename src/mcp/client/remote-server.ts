import type { RunContext } from '../../context/run-context.js';
import { type Clock, delay } from '../../foundation/clock.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonObject } from '../../foundation/json.js';
import { FailCall } from '../../tool/errors.js';
import type { Observation } from '../../tool/observation.js';
import type { ReplayClass } from '../../tool/replay-class.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import {
  type ConnectionListener,
  RemoteFailure,
  type RemoteServerInfo,
  type ServerConnection,
} from '../protocol/server-connection.js';
import type { RemoteTool } from './adapt-tool.js';
import { describeFailure, isRepeatable } from './describe-failure.js';
import { listTools } from './list-tools.js';
import type { McpServerConfig } from './mcp-config.js';
import { readResult } from './read-result.js';
import { type CatalogueChange, CatalogueBuilder } from './remote-catalogue.js';

/** How long changes of a list are waited for, since servers tell of them in bursts. */
const SETTLE_MS = 300;
const DEFAULT_IDLE_MS = 60_000;
/** A server is not tried again sooner than after this, doubled each time. */
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
/** Longer than this nobody waits within a call for a server that is busy. */
const MAX_RETRY_AFTER_MS = 30_000;

/** What a server needs of its surroundings. */
export interface RemoteServerParts {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly clock: Clock;
  readonly connect: (listener: ConnectionListener) => Promise<ServerConnection>;
  /** Masks what must not be told. */
  readonly mask: (text: string) => string;
  readonly warn: (text: string) => void;
  readonly handlers: Pick<ConnectionListener, 'onLog' | 'elicit' | 'sample' | 'roots'>;
}

/** A server with its tools: connected when it is needed, and again after it was lost. */
export class RemoteServer {
  readonly name: string;
  readonly #parts: RemoteServerParts;
  readonly #catalogue: CatalogueBuilder;
  readonly #watchers = new Set<(change: CatalogueChange) => void>();
  #definitions: readonly ToolDefinition[] = [];
  #opening: Promise<ServerConnection> | undefined;
  #open: ServerConnection | undefined;
  #failures = 0;
  #notBeforeMs = 0;
  #isSettling = false;
  #stopIdling: (() => void) | undefined;
  #atWork = 0;
  #isClosed = false;

  constructor(parts: RemoteServerParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.#catalogue = new CatalogueBuilder(parts.name, parts.config, (tool, args, run) =>
      this.#call(tool, args, run),
    );
  }

  /** As last listed. */
  get definitions(): readonly ToolDefinition[] {
    return this.#definitions;
  }

  get info(): RemoteServerInfo | undefined {
    return this.#open?.info;
  }

  /** Told after its tools have changed. @returns what ends that */
  watch(watcher: (change: CatalogueChange) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Connects and lists the tools, unless that is done. @throws what keeps it from that, secrets masked. */
  async open(): Promise<void> {
    await this.#connected();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopIdling?.();
    const connection = this.#open ?? (await this.#opening?.catch(() => undefined));
    this.#open = undefined;
    await connection?.close();
  }

  #connected(): Promise<ServerConnection> {
    if (this.#open?.closedBecause === undefined && this.#open !== undefined)
      return Promise.resolve(this.#open);
    this.#opening ??= this.#connect().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #connect(): Promise<ServerConnection> {
    const { clock, connect, mask, handlers } = this.#parts;
    if (this.#isClosed) throw new Error('it is closed');
    const waitMs = this.#notBeforeMs - clock.monotonicMs();
    if (waitMs > 0) throw new Error(`it is down, and is tried again in ${Math.ceil(waitMs / 1_000)} s`);
    this.#open = undefined;
    try {
      const connection = await connect({
        ...handlers,
        onToolsChanged: () => this.#settle(),
        onClosed: reason => this.#parts.warn(`The MCP server '${this.name}' is gone: ${mask(reason)}`),
      });
      await this.#list(connection);
      this.#open = connection;
      this.#failures = 0;
      this.#notBeforeMs = 0;
      this.#idle();
      return connection;
    } catch (error) {
      this.#notBeforeMs =
        clock.monotonicMs() + Math.min(FIRST_BACKOFF_MS * 2 ** this.#failures++, MAX_BACKOFF_MS);
      throw new Error(mask(error instanceof Error ? error.message : String(error)));
    }
  }

  async #list(connection: ServerConnection): Promise<void> {
    const { mask, warn } = this.#parts;
    const { tools, warning } = await listTools(connection);
    if (warning !== undefined) warn(`The MCP server '${this.name}': ${warning}.`);
    const { definitions, warnings, change } = this.#catalogue.build(tools);
    for (const each of warnings) warn(mask(each));
    this.#definitions = definitions;
    if (change.added.length + change.removed.length + change.changed.length === 0) return;
    for (const watcher of this.#watchers) {
      try {
        watcher(change);
      } catch (error) {
        warn(`A watcher of the tools of '${this.name}' failed: ${String(error)}`);
      }
    }
  }

  /** Reads the list again once the server has stopped to change it. */
  #settle(): void {
    if (this.#isSettling || this.#isClosed) return;
    this.#isSettling = true;
    this.#parts.clock.schedule(SETTLE_MS, () => {
      this.#isSettling = false;
      const connection = this.#open;
      if (connection === undefined || this.#isClosed) return;
      this.#list(connection).catch((error: unknown) =>
        this.#parts.warn(
          `The tools of '${this.name}' changed and could not be listed: ${this.#parts.mask(String(error))}`,
        ),
      );
    });
  }

  async #call(tool: RemoteTool, args: unknown, run: RunContext): Promise<Observation> {
    this.#atWork++;
    this.#stopIdling?.();
    try {
      return readResult(await this.#attempt(tool, toJson(args) as JsonObject, run));
    } finally {
      this.#atWork--;
      this.#idle();
    }
  }

  /** Once more where the first attempt surely took no effect, or may be repeated. */
  async #attempt(tool: RemoteTool, args: JsonObject, run: RunContext): Promise<JsonObject> {
    const replayClass = this.#classOf(run);
    try {
      return await this.#send(tool, args, run);
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      if (!isRepeatable(error, replayClass)) throw this.#failed(error, replayClass);
      await this.#beforeRetry(error, run.call.signal);
      try {
        return await this.#send(tool, args, run);
      } catch (again) {
        throw again instanceof RemoteFailure ? this.#failed(again, replayClass) : again;
      }
    }
  }

  async #send(tool: RemoteTool, args: JsonObject, run: RunContext): Promise<JsonObject> {
    const { timeoutMs = DEFAULT_IDLE_MS } = this.#parts.config;
    const { call } = run;
    const connection = await this.#connected().catch((error: unknown) => {
      throw new FailCall(
        `the MCP server '${this.name}' cannot be reached: ${(error as Error).message}. It did not run. Try later, or do without.`,
      );
    });
    return connection.callTool({
      name: tool.name,
      arguments: args,
      signal: call.signal,
      idleMs: timeoutMs,
      isTask: tool.isTask,
      meta: { 'toolwright/idempotencyKey': call.idempotencyKey },
      onProgress: update => call.progress(update),
    });
  }

  async #beforeRetry(
    { kind, retryAfterMs = FIRST_BACKOFF_MS }: RemoteFailure,
    signal: AbortSignal,
  ): Promise<void> {
    if (kind === 'not-taken' || kind === 'lost') {
      const connection = this.#open;
      this.#open = undefined;
      void connection?.close().catch(() => undefined);
      return;
    }
    await delay(this.#parts.clock, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS), signal);
  }

  #failed(failure: RemoteFailure, replayClass: ReplayClass): FailCall {
    const { timeoutMs = DEFAULT_IDLE_MS } = this.#parts.config;
    return new FailCall(
      this.#parts.mask(describeFailure(failure, { server: this.name, replayClass, timeoutMs })),
    );
  }

  #classOf({ call }: RunContext): ReplayClass {
    const definition = this.#definitions.find(({ name }) => name === call.toolName);
    return definition?.replayClass ?? 'side_effecting';
  }

  /** A server that nobody has called for a while is left; the next call connects again. */
  #idle(): void {
    const { idleCloseMs } = this.#parts.config;
    this.#stopIdling?.();
    if (idleCloseMs === undefined || this.#atWork > 0 || this.#isClosed) return;
    this.#stopIdling = this.#parts.clock.schedule(idleCloseMs, () => {
      const connection = this.#open;
      this.#open = undefined;
      void connection?.close().catch(() => undefined);
    });
  }
}
