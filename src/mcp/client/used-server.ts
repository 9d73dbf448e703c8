import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { RemoteServer } from './remote-server.js';
import type { McpServerConfig } from './server-config.js';
import type { HeldServer } from './server-pool.js';
import { type ServerRecord, whyOff } from './server-record.js';

/** A server as one of its users sees it: what its record allows, where it has one. */
export class UsedServer {
  #told = '';

  constructor(
    readonly config: McpServerConfig,
    private readonly held: HeldServer,
    private readonly stopWatching: () => void,
    private record: ServerRecord | undefined,
  ) {}

  get server(): RemoteServer {
    return this.held.server;
  }

  definitions(): readonly ToolDefinition[] {
    const { record } = this;
    const { tools } = this.server;
    const on = record === undefined ? tools : tools.filter(({ tool }) => whyOff(record, tool) === undefined);
    return on.map(({ definition }) => definition);
  }

  /** @returns whether other tools are on than before */
  follow(record: ServerRecord): boolean {
    const before = this.definitions();
    this.record = record;
    const now = this.definitions();
    return now.length !== before.length || now.some((definition, index) => definition !== before[index]);
  }

  /** What the record keeps from being used, in words; undefined when nothing new is to be told. */
  takeReport(): string | undefined {
    const { record } = this;
    if (record === undefined) return undefined;
    const held = this.server.tools.filter(({ tool }) => whyOff(record, tool) === 'held');
    const text =
      record.allowed === undefined
        ? 'nobody has decided which of its tools may be used: sync it, and allow some'
        : held.length > 0
          ? `changed since they were approved, and are not used: ${held.map(({ tool }) => tool.name).join(', ')}. Sync it and approve them`
          : '';
    if (text === this.#told) return undefined;
    this.#told = text;
    return text === '' ? undefined : text;
  }

  async release(): Promise<void> {
    this.stopWatching();
    await this.held.release();
  }
}
