export { McpServerError } from './client/errors.js';
export { JsonServerCatalogue } from './client/json-catalogue.js';
export { LibsqlServerCatalogue } from './client/libsql-catalogue.js';
export { addServer, allowTools, getServer, type Switching, syncServer } from './client/manage-records.js';
export { type McpConfig } from './client/mcp-config.js';
export { type McpReport, McpTools } from './client/mcp-tools.js';
export { type McpElicitation, type McpToolsOptions } from './client/mcp-tools-options.js';
export { openCatalogue } from './client/open-catalogue.js';
export { loadMcpConfig } from './client/parse-mcp-config.js';
export { maskConfig, unmaskConfig } from './client/record-config.js';
export { sampleWith, type SamplingPolicy, type SamplingQuestion } from './client/sample-with.js';
export { type ServerCatalogue } from './client/server-catalogue.js';
export {
  type AuthorizationCodeConfig,
  type ClientCredentialsConfig,
  type McpAuthConfig,
  type McpServerConfig,
  type McpTransportName,
} from './client/server-config.js';
export {
  type RecordedTool,
  type RecordState,
  type ServerRecord,
  stateOf,
  type SyncDiff,
} from './client/server-record.js';
export { fileTokenStore, memoryTokenStore } from './client/token-store.js';
export {
  type CallingClient,
  type ClientAbilities,
  LOG_LEVELS,
  type LogLevel,
  type SamplingAnswer,
  type SamplingRequest,
} from './protocol/calling-client.js';
export { ClientUnableError } from './protocol/errors.js';
export {
  type EventStore,
  memoryEventStore,
  type MemoryEventStoreOptions,
  type SentEvent,
  type StoredStream,
} from './protocol/event-store.js';
export { type HttpAuthenticator, type HttpCredentials } from './protocol/http-auth.js';
export { type EndpointOptions } from './protocol/http-endpoint.js';
export { type HttpServerOptions } from './protocol/http-server.js';
export { type McpCaller } from './protocol/mcp-caller.js';
export { type NodeHandler } from './protocol/node-handler.js';
export { type OAuthPrincipal, type OAuthResource } from './protocol/oauth-resource.js';
export { type RateLimit } from './protocol/rate-limiter.js';
export {
  type Elicitation,
  type ElicitationAnswer,
  type Root,
  type SignIn,
  type TokenStore,
} from './protocol/server-connection.js';
export { type StdioStreams } from './protocol/stdio-server.js';
export { type ContextOfCaller, type McpRunContext } from './server/caller-run.js';
export { createMcpHandler, type McpHandler, type McpHandlerOptions } from './server/create-mcp-handler.js';
export { type RunningServer } from './server/running-server.js';
export { samplingModel, type SamplingModelOptions } from './server/sampling-model.js';
export { type McpTransport, serveMcp, type ServeMcpOptions } from './server/serve-mcp.js';
export { type ServeOptions } from './server/serve-options.js';
export { type ServedSource } from './server/served-source.js';
