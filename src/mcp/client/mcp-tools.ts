import { isDeepStrictEqual } from 'node:util';
import { Secrets } from '../../context/secrets.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { definedMembers } from '../../foundation/json.js';
import { type Logger, silentLogger, tolerant } from '../../foundation/logger.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type { RemoteLog, TokenStore } from '../protocol/server-connection.js';
import type { RemoteTool } from './adapt-tool.js';
import { McpServerError } from './errors.js';
import { holdConfigured } from './hold-configured.js';
import type { McpConfig } from './mcp-config.js';
import type { McpToolsOptions } from './mcp-tools-options.js';
import { openCatalogue } from './open-catalogue.js';
import { loadMcpConfig, parseMcpConfig } from './parse-mcp-config.js';
import type { CatalogueChange } from './remote-catalogue.js';
import type { ServerCatalogue } from './server-catalogue.js';
import type { McpServerConfig } from './server-config.js';
import type { ServerRecord } from './server-record.js';
import { memoryTokenStore } from './token-store.js';
import { UsedServer } from './used-server.js';

/** A server that cannot be used, or not all of it. */
export interface McpReport {
  readonly server: string;
  readonly reason: string;
}

interface NamedTool {
  readonly server: string;
  readonly definition: ToolDefinition;
}

interface WantedServer {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly record: ServerRecord | undefined;
}

/** Older ones are forgotten: a server may come and go for weeks. */
const MAX_REPORTS = 100;

/** The tools of other programs: servers that are started or connected to, and tools made of what they list. */
export class McpTools {
  readonly #config: McpConfig;
  readonly #options: McpToolsOptions;
  readonly #secrets: Secrets;
  readonly #logger: Logger;
  readonly #tokens: TokenStore;
  readonly #catalogue: ServerCatalogue | undefined;
  readonly #used = new Map<string, UsedServer>();
  readonly #reports: McpReport[] = [];
  #version = 0;
  #opening: Promise<this> | undefined;
  #refreshing: Promise<void> | undefined;
  #isOpen = false;
  #isClosed = false;

  /**
   * @param config - Servers, or the path of a JSON file with them.
   * @throws {@link DefinitionError} (`DEFINITION`) with every mistake, and for a configuration without a server that is enabled.
   */
  constructor(config: McpConfig | string, options: McpToolsOptions = {}) {
    this.#config = typeof config === 'string' ? loadMcpConfig(config) : parseMcpConfig(config);
    this.#options = options;
    this.#secrets = Secrets.from(options.secrets);
    this.#tokens = options.tokens ?? memoryTokenStore();
    this.#logger = tolerant(options.logger ?? silentLogger);
    const { catalogue } = this.#config;
    this.#catalogue = typeof catalogue === 'string' ? openCatalogue(catalogue) : catalogue;
    refuseNone(this.#config);
  }

  /**
   * Connects to all servers at once. One that fails is reported, and the others are used. Called again, it takes over what has
   * changed: records are read anew, servers that would not tell are asked for their tools, and those that are down are tried again
   * without waiting for them. Runs of an agent call it when they start.
   *
   * @throws {@link McpServerError} (`MCP_SERVER_FAILED`) for one that is `required`; `DEFINITION` for variables that nobody knows
   * and names that the catalogue does not have.
   */
  async open(): Promise<this> {
    this.#opening ??= this.#openAll();
    if (!this.#isOpen) return this.#opening;
    // Runs that start together take over the same.
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    await this.#refreshing;
    return this;
  }

  /** The tools as they are by now. */
  definitions(): readonly ToolDefinition[] {
    return [...this.#named().values()].map(({ definition }) => definition);
  }

  /** One tool for each name: of two servers with a tool of one name, the first has it. */
  #named(): ReadonlyMap<string, NamedTool> {
    const named = new Map<string, NamedTool>();
    for (const [server, used] of this.#used)
      for (const definition of used.definitions()) {
        const { name } = definition;
        const first = named.get(name);
        if (first === undefined) named.set(name, { server, definition });
        else
          this.#reportOnce(
            server,
            `its tool '${name}' is left out: '${first.server}' has one of that name; give a prefix`,
          );
      }
    return named;
  }

  #reportOnce(server: string, reason: string): void {
    if (!this.#reports.some(each => each.server === server && each.reason === reason))
      this.#report(server, reason);
  }

  /** A tool by its name at its server; undefined where there is none, or it may not be used. */
  findTool(server: string, name: string): ToolDefinition | undefined {
    const used = this.#used.get(server);
    const found = used?.server.tools.find(({ tool }) => tool.name === name);
    return this.definitions().find(definition => definition === found?.definition);
  }

  /**
   * What one of the servers lists, switched on or not.
   *
   * @internal
   */
  listed(server: string): readonly RemoteTool[] {
    return this.#used.get(server)?.server.tools.map(({ tool }) => tool) ?? [];
  }

  /** False while it is opened. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Another number once its tools have changed. */
  get version(): number {
    return this.#version;
  }

  /** What went wrong with servers, the last 100 things. */
  get reports(): readonly McpReport[] {
    return this.#reports;
  }

  /** Lets go of the servers; those that nobody else uses are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // What is being opened is given up.
    await this.#release();
    await this.#opening?.catch(() => undefined);
    await this.#refreshing?.catch(() => undefined);
    await this.#release();
    if (typeof this.#config.catalogue === 'string') await this.#catalogue?.close();
  }

  async #openAll(): Promise<this> {
    try {
      for (const { name, config, record } of await this.#wanted()) this.#use(name, config, record);
      const tried = await Promise.all([...this.#used].map(([name, used]) => this.#tryOne(name, used)));
      const failures = tried.filter(failure => failure !== undefined);
      const fatal = failures.find(({ server }) => this.#used.get(server)?.config.required === true);
      for (const failure of failures) if (failure !== fatal) this.#reportFailure(failure);
      if (fatal !== undefined) throw new McpServerError(fatal.server, fatal.reason);
      if (this.#isClosed) throw new Error('the MCP servers were closed while they were opened');
      this.#isOpen = true;
      return this;
    } catch (error) {
      await this.#release();
      throw error;
    }
  }

  async #wanted(): Promise<readonly WantedServer[]> {
    const { mcpServers = {}, use = [] } = this.#config;
    const found = await Promise.all(
      use.map(async name => [name, await this.#catalogue?.find(name)] as const),
    );
    const missing = found.filter(([, record]) => record === undefined).map(([name]) => name);
    if (missing.length > 0) throw unknownRecords(missing, (await this.#catalogue?.list()) ?? []);
    const records = found.flatMap(([name, record]) =>
      record === undefined ? [] : [{ name, config: record.config, record }],
    );
    const configured = Object.entries(mcpServers).map(([name, config]) => ({
      name,
      config,
      record: undefined,
    }));
    return [...configured, ...records].filter(({ config }) => config.enabled !== false);
  }

  async #refresh(): Promise<void> {
    if (this.#isClosed) throw new Error('the MCP servers are closed');
    if (this.#config.use !== undefined) await this.#followRecords(this.#config.use);
    await Promise.all([...this.#used.values()].map(({ server }) => server.refresh()));
    for (const [name, used] of this.#used)
      if (!used.server.isUp && used.server.tools.length === 0) void this.#openOne(name, used);
      else this.#reportRecord(name, used);
  }

  async #followRecords(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const record = await this.#catalogue?.find(name);
      if (record !== undefined && record.config.enabled !== false) {
        await this.#follow(name, record.config, record);
        continue;
      }
      const used = this.#used.get(name);
      if (used === undefined) continue;
      this.#used.delete(name);
      this.#version++;
      this.#report(name, record === undefined ? 'the catalogue has it no more' : 'it is disabled now');
      await used.release();
    }
  }

  /** A record that is reached otherwise now is another server. */
  async #follow(name: string, config: McpServerConfig, record: ServerRecord | undefined): Promise<void> {
    const used = this.#used.get(name);
    if (used !== undefined && isDeepStrictEqual(used.config, config)) {
      if (record !== undefined && used.follow(record)) this.#version++;
      return;
    }
    const next = this.#use(name, config, record);
    await this.#openOne(name, next);
    this.#version++;
    await used?.release();
  }

  async #openOne(name: string, used: UsedServer): Promise<void> {
    const failure = await this.#tryOne(name, used);
    if (failure !== undefined) this.#reportFailure(failure);
  }

  /** @returns why it cannot be used, where it cannot */
  async #tryOne(name: string, used: UsedServer): Promise<McpReport | undefined> {
    try {
      await used.server.open();
      this.#reportRecord(name, used);
      return undefined;
    } catch (error) {
      return { server: name, reason: (error as Error).message };
    }
  }

  #reportFailure({ server, reason }: McpReport): void {
    this.#report(server, `it cannot be used: ${reason}`);
  }

  #reportRecord(name: string, used: UsedServer): void {
    const text = used.takeReport();
    if (text !== undefined) this.#report(name, text);
  }

  async #release(): Promise<void> {
    const used = [...this.#used.values()];
    this.#used.clear();
    await Promise.all(used.map(each => each.release()));
  }

  #use(name: string, config: McpServerConfig, record: ServerRecord | undefined): UsedServer {
    const held = holdConfigured({ name, config }, this.#options, {
      secrets: this.#secrets,
      tokens: this.#tokens,
    });
    const stopWatching = held.server.watch({
      changed: change => this.#changed(name, change),
      logged: entry => this.#log(name, entry),
      warned: reason => this.#report(name, reason),
    });
    const used = new UsedServer(config, held, stopWatching, record);
    this.#used.set(name, used);
    return used;
  }

  #changed(server: string, { added, removed, changed }: CatalogueChange): void {
    this.#version++;
    if (!this.#isOpen) return;
    this.#logger.info('The tools of an MCP server are others now.', {
      server,
      ...definedMembers({ added, removed, changed }),
    });
  }

  #report(server: string, reason: string): void {
    this.#reports.push({ server, reason });
    if (this.#reports.length > MAX_REPORTS) this.#reports.shift();
    this.#logger.warn('An MCP server, or a part of it, cannot be used.', { server, reason });
  }

  #log(server: string, { level, logger, data }: RemoteLog): void {
    const from = logger === undefined ? {} : { logger };
    const fields = { server, ...from, data: this.#secrets.maskJson(data) };
    this.#logger[LEVELS[level] ?? 'info']('An MCP server says something.', fields);
  }
}

const LEVELS: Readonly<Record<string, keyof Logger>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

function refuseNone({ mcpServers = {}, use = [] }: McpConfig): void {
  const names = Object.keys(mcpServers);
  if (use.length > 0) return;
  if (Object.values(mcpServers).some(({ enabled = true }) => enabled)) return;
  const seen = names.length === 0 ? 'mcpServers is empty.' : `every server is disabled: ${names.join(', ')}.`;
  throw new DefinitionError([
    { where: 'mcp', seen, fix: 'give a server that is enabled, or no servers at all.' },
  ]);
}

function unknownRecords(names: readonly string[], known: readonly ServerRecord[]): DefinitionError {
  const all = known.length === 0 ? 'none' : known.map(({ name }) => `'${name}'`).join(', ');
  return new DefinitionError(
    names.map(name => ({
      where: 'mcp.use',
      seen: `the catalogue has no server '${name}'.`,
      fix: `use one that it has: ${all}; or add it: toolwright mcp add ${name} URL.`,
    })),
  );
}
