import type { ProgressUpdate } from '../../context/current-call.js';
import type { JsonObject } from '../../foundation/json.js';
import type { ContentBlock } from '../../tool/content.js';
import type { Icon } from '../../tool/icon.js';
import type { ToolDescription } from '../../tool/tool-definition.js';
import type { Changes } from './changes.js';
import type { CallerRequest, Library } from './library.js';

/**
 * What a protocol server serves. A port of ours, so that the SDK and its schema library stay behind one adapter.
 */
export interface ToolCatalogue {
  readonly serverInfo: ServerInfo;
  /** The same array each time while the tools do not change. */
  list(): readonly ListedTool[];
  /** @throws {@link UnknownToolError} for a tool that is not listed; everything else is a result. */
  call(request: CatalogueCall): Promise<CatalogueResult>;
  readonly library: Library;
  /** Clients that connect now are told of a library only when there is something in it. */
  readonly hasLibrary: boolean;
  /** What happens to the lists and to resources while clients are connected. */
  readonly changes: Changes;
  /** How many entries one answer to a listing holds. */
  readonly pageSize: number;
}

export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
  /** How a client should use the tools together. */
  readonly instructions?: string;
}

/** @see MCP 2025-11-25, Tool */
export type ListedTool = Omit<ToolDescription, 'replayClass' | 'origin'>;

export interface CatalogueCall extends CallerRequest {
  readonly name: string;
  readonly arguments: unknown;
  /** Undefined when the client asked for no progress. */
  readonly onProgress: ((update: ProgressUpdate) => void) | undefined;
}

/** @see MCP 2025-11-25, CallToolResult */
export interface CatalogueResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonObject;
  readonly isError: boolean;
  readonly _meta?: JsonObject;
}
