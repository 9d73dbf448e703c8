import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { serveMcp } from 'toolwright/mcp';
import { Notes } from './notes.js';

const server = await serveMcp([Notes], { name: 'notes', http: { port: 0 } });

const client = new Client({ name: 'reader', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
await client.callTool({ name: 'note', arguments: { day: 'monday', text: 'Met Ann.' } });
const { contents } = await client.readResource({ uri: 'notes://monday' });
console.log(contents[0]); // { uri: 'notes://monday', mimeType: 'text/plain', text: 'Bought milk. Met Ann.' }
const { completion } = await client.complete({
  ref: { type: 'ref/resource', uri: 'notes://{day}' },
  argument: { name: 'day', value: 'mo' },
});
console.log(completion.values); // [ 'monday' ]
const { messages } = await client.getPrompt({
  name: 'sum_up',
  arguments: { day: 'monday', length: 'short' },
});
console.log(messages[0]?.content); // { type: 'text', text: 'Sum up notes://monday, short.' }
await client.close();
await server.close();
