import type { Secrets, SecretSource } from '../../context/secrets.js';
import type { Clock } from '../../foundation/clock.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import type {
  Elicitation,
  ElicitationAnswer,
  Root,
  SignIn,
  TokenStore,
} from '../protocol/server-connection.js';

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
