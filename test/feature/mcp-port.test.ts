import { createServer } from 'node:net';
import { defineTool } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';

describe('serveMcp, when it cannot listen', () => {
  const tool = defineTool({ name: 'x', execute: () => 'x' });

  it('says which port is in use and what to do, by the code of the system', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    await expect(serveMcp([tool], { http: { port } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `Cannot listen on 127.0.0.1, port ${port}: the port is in use. Choose another, or 0 for any.`,
      cause: { code: 'EADDRINUSE', port },
    });
    await new Promise(resolve => taken.close(resolve));
    const server = await serveMcp([tool], { http: { port } });
    expect(server.url).toContain(`:${port}/`);
    await server.close();
  });

  it('says the same of an address that this machine does not have', async () => {
    await expect(serveMcp([tool], { http: { port: 0, host: '192.0.2.1' } })).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
      message:
        'Cannot listen on 192.0.2.1, port 0: this machine has no such address. Leave host out, or give one of its own.',
    });
  });
});
