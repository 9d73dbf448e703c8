import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Implementation, ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { ServerInfo } from './tool-catalogue.js';

/** The low-level server takes JSON Schema as it is; the high-level one insists on building it from Zod. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- see above: its deprecation points to the high-level one.
export type SdkServer = Server;

/** A server of the SDK, for one connection. */
export function newSdkServer(
  { instructions, ...info }: ServerInfo,
  capabilities: ServerCapabilities,
): SdkServer {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
  return new Server(info as Implementation, {
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
  });
}
