import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cliPath, repository } from '../support/run-cli.js';

describe('toolwright serve', () => {
  it('serves the resources and prompts that a module exports, over stdio', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cliPath, 'serve', 'test/fixtures/notes.ts'],
        cwd: repository,
        stderr: 'inherit',
      }),
    );
    const { contents } = await client.readResource({ uri: 'notes://monday' });
    expect(contents).toEqual([{ uri: 'notes://monday', mimeType: 'text/plain', text: 'nothing on monday' }]);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['notes://all']);
    expect((await client.listPrompts()).prompts).toEqual([{ name: 'sum_up', description: 'sum_up' }]);
    expect((await client.listTools()).tools).toEqual([]);
    await client.close();
  });
});
