/** A request whose body was read, and the tools that it calls. */
export interface ReadRequest {
  readonly request: Request;
  readonly toolNames: readonly string[];
}

/** Undefined for a body of more than `maxBytes`. One that is no JSON calls nothing: the transport answers it. */
export async function readCalls(request: Request, maxBytes: number): Promise<ReadRequest | undefined> {
  if (request.method !== 'POST' || request.body === null) return { request, toolNames: [] };
  const body = await readBytes(request.body, maxBytes);
  if (body === undefined) return undefined;
  const { url, method, headers, signal } = request;
  return {
    request: new Request(url, { method, headers, signal, body: new Uint8Array(body) }),
    toolNames: namesIn(body.toString('utf8')),
  };
}

async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function namesIn(text: string): string[] {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return [];
  }
  const messages: unknown[] = Array.isArray(message) ? message : [message];
  return messages.flatMap(each => {
    const { method, params } = Object(each) as { method?: unknown; params?: { name?: unknown } | null };
    return method === 'tools/call' && typeof params?.name === 'string' ? [params.name] : [];
  });
}
