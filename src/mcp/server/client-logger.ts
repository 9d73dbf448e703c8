import { isInCall } from '../../context/current-call.js';
import type { Secrets } from '../../context/secrets.js';
import type { Logger } from '../../foundation/logger.js';
import type { CallingClient, LogLevel } from '../protocol/calling-client.js';

/** The client of a request, as its logger needs it. */
interface Listener {
  readonly client: CallingClient;
  /** Of the tool, or of what else works for the request. */
  readonly name: string;
  readonly secrets: Secrets;
}

/** What a tool logs goes to its client as well; what is logged about it, stacks and all, does not. */
export class ClientLogger implements Logger {
  readonly #logger: Logger;
  readonly #listener: Listener;

  constructor(logger: Logger, listener: Listener) {
    this.#logger = logger;
    this.#listener = listener;
  }

  get debug(): Logger['debug'] {
    return this.#both('debug', 'debug');
  }

  get info(): Logger['info'] {
    return this.#both('info', 'info');
  }

  get warn(): Logger['warn'] {
    return this.#both('warn', 'warning');
  }

  get error(): Logger['error'] {
    return this.#both('error', 'error');
  }

  #both(method: keyof Logger, level: LogLevel): Logger['debug'] {
    const { client, name, secrets } = this.#listener;
    return (message, fields) => {
      this.#logger[method](message, fields);
      if (isInCall())
        client.log(level, secrets.maskJson(fields === undefined ? message : { message, ...fields }), name);
    };
  }
}
