import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../index.js';
import type { McpToolsOptions } from '../mcp/index.js';

/** How the command line uses servers: a person signs in with a browser, once. */
export async function serverOptions(logger: Logger): Promise<McpToolsOptions> {
  const { fileTokenStore } = await import('../mcp/index.js');
  const tokens = fileTokenStore(join(homedir(), '.toolwright', 'tokens'));
  return { logger, tokens, signIn: showPage };
}

function showPage({ server, url }: { readonly server: string; readonly url: string }): Promise<undefined> {
  process.stderr.write(`${server} wants you to sign in. Open this page in a browser:\n${url}\n`);
  return Promise.resolve(undefined);
}
