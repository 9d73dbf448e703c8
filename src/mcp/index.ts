export { McpServerError } from './client/errors.js';
export {
  type AuthorizationCodeConfig,
  type ClientCredentialsConfig,
  type McpAuthConfig,
  type McpConfig,
  type McpServerConfig,
  type McpTransportName,
} from './client/mcp-config.js';
export { type McpElicitation, type McpReport, McpTools, type McpToolsOptions } from './client/mcp-tools.js';
export { loadMcpConfig } from './client/parse-mcp-config.js';
export { fileTokenStore, memoryTokenStore } from './client/token-store.js';
export { type HttpAuthenticator, type HttpCredentials } from './protocol/http-auth.js';
export { type HttpServerOptions } from './protocol/http-server.js';
export { type RunningServer } from './protocol/running-server.js';
export {
  type Elicitation,
  type ElicitationAnswer,
  type Root,
  type SignIn,
  type TokenStore,
} from './protocol/server-connection.js';
export { type StdioStreams } from './protocol/stdio-server.js';
export { type McpCaller } from './protocol/tool-catalogue.js';
export { type ContextOfCaller, type McpRunContext } from './server/runtime-catalogue.js';
export { type McpTransport, serveMcp, type ServeMcpOptions, type ServeOptions } from './server/serve-mcp.js';
