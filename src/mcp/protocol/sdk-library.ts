import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallerRequest } from './library.js';
import { type Library, LibraryFailure } from './library.js';
import type { SdkServer } from './new-sdk-server.js';
import { type Page, pageOf } from './pages.js';
import { protocolError } from './sdk-error.js';

/** @see MCP 2025-11-25, Resources, error handling */
const RESOURCE_NOT_FOUND = -32002;
const MAX_COMPLETIONS = 100;

type SdkExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What one connection needs to serve a library. */
export interface LibraryConnection {
  readonly pageSize: number;
  /** The URIs that the client wants to hear of. */
  readonly subscriptions: Set<string>;
  /** Runs a request on behalf of its caller, and sends what it has to tell before its answer. */
  serve<T>(extra: SdkExtra, work: (request: CallerRequest) => Promise<T>): Promise<T>;
}

/** Answers a connection's requests for resources, prompts and completions. */
export function serveLibrary(server: SdkServer, library: Library, connection: LibraryConnection): void {
  const page = <T>(list: string, items: readonly T[], cursor: string | undefined): Page<T> => {
    try {
      return pageOf(items, { list, cursor, size: connection.pageSize });
    } catch (error) {
      throw protocolError(error);
    }
  };
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => {
    const { items, ...rest } = page('resources', library.resources(), params?.cursor);
    return { resources: items as never, ...rest };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => {
    const { items, ...rest } = page('templates', library.templates(), params?.cursor);
    return { resourceTemplates: items as never, ...rest };
  });
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => {
    const { items, ...rest } = page('prompts', library.prompts(), params?.cursor);
    return { prompts: items as never, ...rest };
  });
  const answer = <T>(extra: SdkExtra, work: (request: CallerRequest) => Promise<T>): Promise<T> =>
    connection.serve(extra, work).catch((error: unknown) => {
      throw toLibraryError(error);
    });
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    answer(extra, async request => ({
      contents: (await library.read({ ...request, uri: params.uri })) as never,
    })),
  );
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    answer(
      extra,
      async request =>
        (await library.prompt({ ...request, name: params.name, arguments: params.arguments ?? {} })) as never,
    ),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }, extra) =>
    answer(extra, async request => {
      const { ref, argument, context } = params;
      const { values } = await library.complete({
        ...request,
        ...(ref.type === 'ref/prompt'
          ? { kind: 'prompt', ref: ref.name }
          : { kind: 'resource', ref: ref.uri }),
        argument: argument.name,
        value: argument.value,
        others: context?.arguments ?? {},
      });
      return {
        completion: {
          values: values.slice(0, MAX_COMPLETIONS),
          total: values.length,
          hasMore: values.length > MAX_COMPLETIONS,
        },
      };
    }),
  );
  serveSubscriptions(server, connection.subscriptions);
}

/** A resource need not be there yet to be waited for. */
function serveSubscriptions(server: SdkServer, subscriptions: Set<string>): void {
  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    subscriptions.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscriptions.delete(params.uri);
    return {};
  });
}

function toLibraryError(error: unknown): Error {
  if (!(error instanceof LibraryFailure)) return protocolError(error);
  const code = {
    'not-found': error.data?.['uri'] === undefined ? ErrorCode.InvalidParams : RESOURCE_NOT_FOUND,
    invalid: ErrorCode.InvalidParams,
    failed: ErrorCode.InternalError,
  }[error.kind];
  return Object.assign(new Error(error.message), {
    code,
    ...(error.data === undefined ? {} : { data: error.data }),
  });
}
