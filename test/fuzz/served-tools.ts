import { defineTool } from 'toolwright';
import { tools } from './hostile-tools.js';

/** What only a process of its own survives: writes to stdout in the middle of a call, and what nobody handles. */
const noises: readonly (() => unknown)[] = [
  () => console.log('{"jsonrpc":"2.0","id":1,"result":{}}'),
  () => process.stdout.write('half a line'),
  () => process.stdout.write(new Uint8Array([0, 10, 255, 10])),
  () => void Promise.reject(new Error('nobody handles this')),
  () => void setTimeout(() => console.log('late')),
  () =>
    void setTimeout(() => {
      throw new Error('nobody catches this');
    }),
];

export const served = [
  ...tools,
  defineTool({
    name: 'noise',
    description: 'Make noise.',
    input: { seed: 'integer' },
    execute: async ({ seed }) => {
      noises[Math.abs(seed) % noises.length]?.();
      await new Promise(resolve => setTimeout(resolve, seed % 3));
      return 'done';
    },
  }),
];
