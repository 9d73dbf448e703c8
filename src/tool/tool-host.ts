import type { Secrets } from '../context/secrets.js';
import type { Logger } from '../foundation/logger.js';

/** What a tool factory may use while it configures tools, before any run. */
export interface ToolHost {
  /** The container the runtime was given; missing when it has none. */
  readonly container: unknown;
  /** State shared by the tools of one runtime, as its creator gave it. */
  readonly state: unknown;
  readonly secrets: Secrets;
  readonly logger: Logger;
  /** The folder that file and process tools are confined to. */
  readonly workspaceRoot: string | undefined;
}
