import { Secrets, type SecretSource } from '../../context/secrets.js';
import { type Clock, systemClock } from '../../foundation/clock.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { definedMembers, type JsonObject, type JsonValue } from '../../foundation/json.js';
import { type Logger, silentLogger, tolerant } from '../../foundation/logger.js';
import { OWN_VERSION } from '../../foundation/own-version.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import type {
  ConnectionListener,
  Elicitation,
  ElicitationAnswer,
  RemoteLog,
  Root,
  SignIn,
  TokenStore,
} from '../protocol/server-connection.js';
import { McpServerError } from './errors.js';
import type { McpConfig, McpServerConfig } from './mcp-config.js';
import { loadMcpConfig, parseMcpConfig } from './parse-mcp-config.js';
import type { CatalogueChange } from './remote-catalogue.js';
import { RemoteServer } from './remote-server.js';
import { type HeldServer, holdServer } from './server-pool.js';
import { targetOf } from './target-of.js';
import { memoryTokenStore } from './token-store.js';

/** What servers may be given, and who answers what they ask. */
export interface McpToolsOptions {
  /** `${NAME}` in the configuration is looked up here first, then in the environment. */
  readonly secrets?: SecretSource | Secrets;
  /** Told of servers and tools that cannot be used, and of what servers log. @defaultValue a logger that drops everything */
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Answers what a server asks the user. @defaultValue nobody: servers are told so */
  readonly elicit?: (request: McpElicitation) => Promise<ElicitationAnswer> | ElicitationAnswer;
  /** Answers for a model that a server wants to ask, as `sampling/createMessage` has it. @defaultValue nobody */
  readonly sample?: (request: JsonObject, server: string) => Promise<JsonObject>;
  /** Folders that servers may work in. @defaultValue none */
  readonly roots?: readonly Root[];
  /** Shows the page on which a person signs in, for servers with `authorization_code`. @defaultValue nobody */
  readonly signIn?: SignIn;
  /** @defaultValue tokens are kept as long as this object */
  readonly tokens?: TokenStore;
}

/** What a server asks the user, and which one it is. */
export interface McpElicitation extends Elicitation {
  readonly server: string;
}

/** A server that cannot be used, or not all of it. */
export interface McpReport {
  readonly server: string;
  readonly reason: string;
}

/** The longest answer over stdio, in bytes. */
const MAX_MESSAGE_BYTES = 64 * 1_048_576;
const DEFAULT_CONNECT_MS = 15_000;

/** The tools of other programs: servers that are started or connected to, and tools made of what they list. */
export class McpTools {
  readonly #config: McpConfig;
  readonly #options: McpToolsOptions;
  readonly #secrets: Secrets;
  readonly #logger: Logger;
  readonly #tokens: TokenStore;
  readonly #held = new Map<string, HeldServer>();
  readonly #reports: McpReport[] = [];
  readonly #watchers = new Set<() => void>();
  #version = 0;
  #opening: Promise<this> | undefined;
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
    refuseNone(this.#config);
  }

  /**
   * Connects to all servers at once. One that fails is reported, and the others are used; it is tried again, without waiting
   * for it, whenever this is called.
   *
   * @throws {@link McpServerError} (`MCP_SERVER_FAILED`) for one that is `required`; `DEFINITION` for variables that nobody knows.
   */
  open(): Promise<this> {
    if (this.#opening === undefined) this.#opening = this.#openAll();
    else
      for (const [name, { server }] of this.#held)
        if (!server.isUp && server.definitions.length === 0) void this.#openOne(name, server);
    return this.#opening;
  }

  /** The tools as they are by now. */
  definitions(): readonly ToolDefinition[] {
    return [...this.#held.values()].flatMap(({ server }) => server.definitions);
  }

  /** Another number once its tools have changed. */
  get version(): number {
    return this.#version;
  }

  /** What went wrong with servers, so far. */
  get reports(): readonly McpReport[] {
    return this.#reports;
  }

  /** Lets go of the servers; those that nobody else uses are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    await this.#release();
  }

  async #openAll(): Promise<this> {
    try {
      const servers = Object.entries(this.#config.mcpServers).filter(([, { enabled = true }]) => enabled);
      for (const [name, config] of servers) this.#held.set(name, this.#hold(name, config));
      const failures = await Promise.all(
        [...this.#held].map(async ([name, { server }]) => this.#openOne(name, server)),
      );
      const fatal = failures.find(
        failure => failure !== undefined && this.#config.mcpServers[failure.server]?.required === true,
      );
      if (fatal !== undefined) throw new McpServerError(fatal.server, fatal.reason);
      if (this.#isClosed) throw new Error('the MCP servers were closed while they were opened');
      return this;
    } catch (error) {
      await this.#release();
      throw error;
    }
  }

  async #openOne(name: string, server: RemoteServer): Promise<McpReport | undefined> {
    try {
      await server.open();
      return undefined;
    } catch (error) {
      const { message } = error as Error;
      this.#report(name, `it cannot be used: ${message}`);
      return { server: name, reason: message };
    }
  }

  async #release(): Promise<void> {
    for (const stop of this.#watchers) stop();
    this.#watchers.clear();
    const held = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(held.map(each => each.release()));
  }

  #hold(name: string, config: McpServerConfig): HeldServer {
    const { clock = systemClock, elicit, sample, roots, signIn, tokens } = this.#options;
    const { target, secrets } = targetOf(name, config, {
      find: variable => this.#secrets.find(variable) ?? process.env[variable],
      signIn,
      tokens: this.#tokens,
    });
    const handlers: Pick<ConnectionListener, 'elicit' | 'sample' | 'roots'> = {
      ...(elicit === undefined ? {} : { elicit: async request => elicit({ ...request, server: name }) }),
      ...(sample === undefined ? {} : { sample: request => sample(request, name) }),
      ...(roots === undefined ? {} : { roots: () => roots }),
    };
    // Functions and stores are compared by identity, the rest by what it says.
    const { auth: _compared, ...reached } = target as typeof target & { auth?: unknown };
    const key = JSON.parse(JSON.stringify([name, config, reached, roots ?? null])) as JsonValue;
    const held = holdServer(key, [elicit, sample, signIn, tokens, clock], () => {
      const { connectTimeoutMs = DEFAULT_CONNECT_MS } = config;
      return new RemoteServer({
        ...{ name, config, clock, handlers, secrets },
        connect: async listener => {
          // The SDK takes its time to load, and only those who use servers wait for it.
          const { connectServer } = await import('../protocol/connect-server.js');
          return connectServer(target, listener, {
            clientInfo: { name: 'toolwright', version: OWN_VERSION },
            timeoutMs: connectTimeoutMs,
            maxMessageBytes: MAX_MESSAGE_BYTES,
          });
        },
      });
    });
    this.#watchers.add(
      held.server.watch({
        changed: change => this.#changed(name, change),
        logged: entry => this.#log(name, entry),
        warned: reason => this.#report(name, reason),
      }),
    );
    return held;
  }

  #changed(server: string, { added, removed, changed }: CatalogueChange): void {
    this.#version++;
    this.#logger.info('The tools of an MCP server are others now.', {
      server,
      ...definedMembers({ added, removed, changed }),
    });
  }

  #report(server: string, reason: string): void {
    this.#reports.push({ server, reason });
    this.#logger.warn('An MCP server, or a part of it, cannot be used.', { server, reason });
  }

  #log(server: string, { level, logger, data }: RemoteLog): void {
    const fields = { server, ...(logger === undefined ? {} : { logger }), data };
    const masked = this.#secrets.maskJson(fields) as JsonObject;
    const to = LEVELS[level] ?? 'info';
    this.#logger[to]('An MCP server says something.', masked);
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

function refuseNone({ mcpServers }: McpConfig): void {
  const names = Object.keys(mcpServers);
  if (Object.values(mcpServers).some(({ enabled = true }) => enabled)) return;
  const seen = names.length === 0 ? 'mcpServers is empty.' : `every server is disabled: ${names.join(', ')}.`;
  throw new DefinitionError([
    { where: 'mcp', seen, fix: 'give a server that is enabled, or no servers at all.' },
  ]);
}
