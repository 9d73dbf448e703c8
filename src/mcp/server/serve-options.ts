import type { RuntimeOptions } from '../../execution/runtime-options.js';
import type { ServerInfo } from '../protocol/tool-catalogue.js';
import type { ContextOfCaller } from './caller-run.js';

/** What {@link serveMcp} takes besides the transport. */
export interface ServeOptions extends RuntimeOptions, Partial<ServerInfo> {
  /** Gives each call's run its state, from who called. @defaultValue a run without state */
  readonly context?: ContextOfCaller;
  /** How many tools, resources or prompts one answer to a listing holds; clients ask for the rest. @defaultValue all of them */
  readonly pageSize?: number;
}
