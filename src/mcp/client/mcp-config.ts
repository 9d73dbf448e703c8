import type { ServerCatalogue } from './server-catalogue.js';
import type { McpServerConfig } from './server-config.js';

/** Servers to use: configured here, or kept in a catalogue. */
export interface McpConfig {
  /** In the format that desktop clients and IDEs share, by a name of your own. */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>>;
  /** Names of records in the catalogue. They are read anew when a run starts. */
  readonly use?: readonly string[];
  /** Where those records are, or the path of a JSON or libsql file. */
  readonly catalogue?: ServerCatalogue | string;
}
