export { type HttpAuthenticator, type HttpCredentials } from './protocol/http-auth.js';
export { type HttpServerOptions } from './protocol/http-server.js';
export { type RunningServer } from './protocol/running-server.js';
export { type StdioStreams } from './protocol/stdio-server.js';
export { type McpCaller } from './protocol/tool-catalogue.js';
export { type ContextOfCaller, type McpRunContext } from './server/runtime-catalogue.js';
export { type McpTransport, serveMcp, type ServeMcpOptions, type ServeOptions } from './server/serve-mcp.js';
