import type { ServerConnection } from '../protocol/server-connection.js';

/** More pages than a server with sense has. */
const MAX_PAGES = 100;

/** All tools of a server, and what was wrong with its pages. */
export async function listTools(
  connection: ServerConnection,
): Promise<{ readonly tools: readonly unknown[]; readonly warning?: string }> {
  if (!connection.info.hasTools) return { tools: [] };
  const tools: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { tools: more, nextCursor } = await connection.listTools(cursor);
    tools.push(...more);
    if (nextCursor === undefined) return { tools };
    if (seen.has(nextCursor))
      return { tools, warning: 'its list repeats a cursor, so what comes after is not read' };
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return { tools, warning: `its list has more than ${MAX_PAGES} pages, and the rest is not read` };
}
