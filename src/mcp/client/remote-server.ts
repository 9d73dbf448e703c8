import { cancellationOf, type CurrentCall } from '../../context/current-call.js';
import type { Secrets } from '../../context/secrets.js';
import { type Clock, delay, within } from '../../foundation/clock.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonObject } from '../../foundation/json.js';
import { maskRecord } from '../../journal/mask-record.js';
import { FailCall } from '../../tool/errors.js';
import type { Observation } from '../../tool/observation.js';
import type { ReplayClass } from '../../tool/replay-class.js';
import {
  type ConnectionListener,
  RemoteFailure,
  type RemoteLog,
  type RemoteServerInfo,
  type ServerConnection,
} from '../protocol/server-connection.js';
import type { BoundTool } from './adapt-tool.js';
import { describeFailure, isRepeatable } from './describe-failure.js';
import { listTools } from './list-tools.js';
import { readResult } from './read-result.js';
import { type AdaptedRemoteTool, CatalogueBuilder, type CatalogueChange } from './remote-catalogue.js';
import type { McpServerConfig } from './server-config.js';

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
  /** @param signal - Aborts when nobody wants the server any more. */
  readonly connect: (listener: ConnectionListener, signal: AbortSignal) => Promise<ServerConnection>;
  /** How long listing its tools may take. */
  readonly connectTimeoutMs: number;
  /** What must not be told. */
  readonly secrets: Secrets;
  readonly handlers: Pick<ConnectionListener, 'elicit' | 'sample' | 'roots'>;
}

/** Whoever holds a server is told what happens to it. */
export interface ServerWatcher {
  /** Its tools are others now. */
  readonly changed: (change: CatalogueChange) => void;
  readonly logged: (entry: RemoteLog) => void;
  /** Something of it cannot be used; secrets masked. */
  readonly warned: (reason: string) => void;
}

interface RemoteWork {
  readonly tool: BoundTool;
  readonly args: JsonObject;
  readonly call: CurrentCall;
}

/** A server with its tools: connected when it is needed, and again after it was lost. */
export class RemoteServer {
  readonly name: string;
  readonly #parts: RemoteServerParts;
  readonly #catalogue: CatalogueBuilder;
  readonly #watchers = new Set<ServerWatcher>();
  /** What was wrong with the last list, for whoever comes later. */
  #listWarnings: readonly string[] = [];
  #listing: Promise<void> = Promise.resolve();
  #tools: readonly AdaptedRemoteTool[] = [];
  #opening: Promise<ServerConnection> | undefined;
  #open: ServerConnection | undefined;
  #failures = 0;
  #notBeforeMs = 0;
  #isSettling = false;
  /** Its tools have changed since they were listed. */
  #isDirty = false;
  #stopIdling: (() => void) | undefined;
  #atWork = 0;
  /** Left by us, since nobody called it. */
  #isAtRest = false;
  /** How often it went away without having answered a call. */
  #crashes = 0;
  readonly #stop = new AbortController();
  #isClosed = false;

  constructor(parts: RemoteServerParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.#catalogue = new CatalogueBuilder(parts.name, parts.config, (tool, args, { call }) =>
      this.#call({ tool, args: toJson(args) as JsonObject, call }),
    );
  }

  /** As last listed. */
  get tools(): readonly AdaptedRemoteTool[] {
    return this.#tools;
  }

  get info(): RemoteServerInfo | undefined {
    return this.#open?.info;
  }

  /** True while it is connected. */
  get isUp(): boolean {
    return this.#open !== undefined && this.#open.closedBecause === undefined;
  }

  /** @returns what ends that */
  watch(watcher: ServerWatcher): () => void {
    this.#watchers.add(watcher);
    for (const warning of this.#listWarnings) watcher.warned(warning);
    return () => this.#watchers.delete(watcher);
  }

  /** Connects and lists the tools, or sees what has changed where that is done. @throws what keeps it from that, secrets masked. */
  async open(): Promise<void> {
    if (this.isUp) await this.refresh();
    else await this.#connected();
  }

  /** Lists the tools again where nobody would tell that they have changed. */
  async refresh(): Promise<void> {
    // One that was left alone may have changed meanwhile.
    if (this.#isAtRest) await this.#connected().catch(() => undefined);
    const connection = this.#open;
    if (connection === undefined || !this.isUp || connection.info.tellsChanges) return;
    await this.#list(connection).catch((error: unknown) =>
      this.#warn(`its tools could not be listed again: ${String(error)}`),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop.abort(new Error('it is closed'));
    this.#stopIdling?.();
    const connection = this.#open ?? (await this.#opening?.catch(() => undefined));
    this.#open = undefined;
    await connection?.close();
  }

  #connected(): Promise<ServerConnection> {
    if (this.#open !== undefined && this.isUp) return Promise.resolve(this.#open);
    this.#opening ??= this.#connect().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #connect(): Promise<ServerConnection> {
    const { clock, connect, secrets, handlers } = this.#parts;
    if (this.#isClosed) throw new Error('it is closed');
    const waitMs = this.#notBeforeMs - clock.monotonicMs();
    if (waitMs > 0) throw new Error(`it is down, and is tried again in ${Math.ceil(waitMs / 1_000)} s`);
    this.#open = undefined;
    this.#isAtRest = false;
    try {
      const connection = await connect(
        {
          ...handlers,
          onToolsChanged: () => this.#settle(),
          onLog: entry => this.#tell(({ logged }) => logged(this.#masked(entry))),
          onClosed: reason => this.#lost(reason),
          onNoise: line =>
            this.#warn(`it writes to its stdout what is no message, which is left out: ${line}`),
        },
        this.#stop.signal,
      );
      const { connectTimeoutMs } = this.#parts;
      await within(clock, connectTimeoutMs, this.#list(connection)).catch((error: unknown) => {
        void connection.close().catch(() => undefined);
        throw new Error(`its tools could not be listed: ${(error as Error).message}`);
      });
      this.#open = connection;
      if (this.#isDirty) this.#settle();
      this.#failures = 0;
      this.#idle();
      return connection;
    } catch (error) {
      this.#backOff(this.#failures++);
      throw new Error(secrets.mask(error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param times - That it failed before. */
  #backOff(times: number): void {
    const waitMs = Math.min(FIRST_BACKOFF_MS * 2 ** times, MAX_BACKOFF_MS);
    this.#notBeforeMs = this.#parts.clock.monotonicMs() + waitMs;
  }

  /** One that ends is started again at once; one that ends whenever it is called is left alone for a while. */
  #lost(reason: string): void {
    this.#warn(`it is gone: ${reason}`);
    if (this.#crashes++ > 0) this.#backOff(this.#crashes - 2);
  }

  /** One after the other, so that the last list is the one that stays. */
  #list(connection: ServerConnection): Promise<void> {
    const listed = this.#listing.then(() => this.#listNow(connection));
    this.#listing = listed.catch(() => undefined);
    return listed;
  }

  async #listNow(connection: ServerConnection): Promise<void> {
    const { tools, warning } = await listTools(connection);
    const { tools: adapted, warnings, change } = this.#catalogue.build(tools);
    const all = [...(warning === undefined ? [] : [warning]), ...warnings];
    const masked = all.map(each => this.#parts.secrets.mask(each));
    for (const each of masked.filter(text => !this.#listWarnings.includes(text))) this.#warn(each);
    this.#listWarnings = masked;
    this.#tools = adapted;
    if (change.added.length + change.removed.length + change.changed.length > 0)
      this.#tell(({ changed }) => changed(change));
  }

  #tell(what: (watcher: ServerWatcher) => void): void {
    for (const watcher of this.#watchers) what(watcher);
  }

  #warn(reason: string): void {
    const masked = this.#parts.secrets.mask(reason);
    this.#tell(({ warned }) => warned(masked));
  }

  #masked({ data, ...entry }: RemoteLog): RemoteLog {
    return { ...entry, data: this.#parts.secrets.maskJson(data) };
  }

  /** Reads the list again once the server has stopped to change it. */
  #settle(): void {
    if (this.#isSettling || this.#isClosed) return;
    this.#isSettling = true;
    this.#parts.clock.schedule(SETTLE_MS, () => {
      this.#isSettling = false;
      const connection = this.#open;
      // While it is being opened its list may be of before.
      this.#isDirty = connection === undefined;
      if (connection === undefined || this.#isClosed) return;
      this.#list(connection).catch((error: unknown) =>
        this.#warn(`its tools changed and could not be listed: ${String(error)}`),
      );
    });
  }

  async #call(work: RemoteWork): Promise<Observation> {
    this.#atWork++;
    this.#stopIdling?.();
    try {
      // Nothing is awaited that is there already: each promise costs as much as a stage of the pipeline.
      const up = this.#open !== undefined && this.isUp ? this.#open : undefined;
      const result = await this.#attempt(up ?? (await this.#reach()), work);
      this.#crashes = 0;
      return readResult(maskRecord(result, this.#parts.secrets));
    } finally {
      this.#atWork--;
      this.#idle();
    }
  }

  /** Once more where the first attempt surely took no effect, or may be repeated. */
  #attempt(used: ServerConnection, work: RemoteWork): Promise<JsonObject> {
    const { replayClass } = work.tool;
    return this.#send(used, work).catch(async (error: unknown) => {
      if (!(error instanceof RemoteFailure)) throw error;
      const { retryAfterMs = 0 } = error;
      if (!isRepeatable(error, replayClass) || retryAfterMs > MAX_RETRY_AFTER_MS)
        throw this.#failed(error, replayClass);
      await this.#beforeRetry(error, { used, signal: work.call.signal });
      try {
        return await this.#send(await this.#reach(), work);
      } catch (again) {
        throw again instanceof RemoteFailure ? this.#failed(again, replayClass) : again;
      }
    });
  }

  #reach(): Promise<ServerConnection> {
    return this.#connected().catch((error: unknown) => {
      throw new FailCall(
        `the MCP server '${this.name}' cannot be reached: ${(error as Error).message}. It did not run. Try later, or do without.`,
      );
    });
  }

  #send(connection: ServerConnection, { tool, args, call }: RemoteWork): Promise<JsonObject> {
    const { timeoutMs = DEFAULT_IDLE_MS } = this.#parts.config;
    return connection.callTool({
      name: tool.name,
      arguments: args,
      cancellation: cancellationOf(call),
      idleMs: timeoutMs,
      isTask: tool.isTask,
      // Of use where a call may come twice, and each server has to read it.
      ...(tool.replayClass === 'side_effecting'
        ? {}
        : { meta: { 'toolwright/idempotencyKey': call.idempotencyKey } }),
      onProgress: update => call.progress(update),
    });
  }

  async #beforeRetry(
    { kind, retryAfterMs = FIRST_BACKOFF_MS }: RemoteFailure,
    { used, signal }: { readonly used: ServerConnection; readonly signal: AbortSignal },
  ): Promise<void> {
    // One stream that broke off says nothing of the others.
    if (kind === 'lost') return;
    if (kind === 'not-taken') {
      // Another call may have made a new one meanwhile.
      if (this.#open !== used) return;
      this.#open = undefined;
      void used.close().catch(() => undefined);
      return;
    }
    await delay(this.#parts.clock, retryAfterMs, signal);
  }

  #failed(failure: RemoteFailure, replayClass: ReplayClass): FailCall {
    const { timeoutMs = DEFAULT_IDLE_MS } = this.#parts.config;
    return new FailCall(
      this.#parts.secrets.mask(describeFailure(failure, { server: this.name, replayClass, timeoutMs })),
    );
  }

  /** A server that nobody has called for a while is left; the next call connects again. */
  #idle(): void {
    const { idleCloseMs } = this.#parts.config;
    this.#stopIdling?.();
    if (idleCloseMs === undefined || this.#atWork > 0 || this.#isClosed) return;
    this.#stopIdling = this.#parts.clock.schedule(idleCloseMs, () => {
      const connection = this.#open;
      this.#open = undefined;
      this.#isAtRest = true;
      void connection?.close().catch(() => undefined);
    });
  }
}
