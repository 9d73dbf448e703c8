import assert from 'node:assert/strict';
import { createToolRuntime } from 'toolwright';
import { loadManifest } from 'toolwright/manifest';
import { Meetings } from './meetings.js';

// #region runtime
// In development from the sources, once; in production from the file that `toolwright schema` wrote.
const manifest = await loadManifest({
  project: 'tsconfig.json',
  files: ['examples/02-rich-types/meetings.ts'],
});
const tools = createToolRuntime([Meetings], { manifest });
// #endregion

const plan = tools.toolsMap.get('plan');
console.log(JSON.stringify(plan?.inputSchema, null, 2));

// #region call
const answer = await tools.call({
  name: 'plan',
  arguments: {
    title: 'Retro',
    begins: '2026-12-01T09:00:00Z',
    guests: [{ email: 'ada@example.com', companions: 1 }],
    repeat: { kind: 'weekly', days: ['tue'] },
  },
});
console.log(answer.text);
// #endregion
assert.deepEqual(answer.structuredContent, {
  id: 'M1-3',
  title: 'Retro',
  begins: '2026-12-01T09:00:00.000Z',
  room: 'attic',
  repeat: { kind: 'weekly', days: ['tue'] },
});

// #region refused
const refused = await tools.call({
  name: 'plan',
  arguments: {
    title: 'Retro',
    begins: 'tomorrow',
    guests: [{ email: 'ada' }],
    repeat: { kind: 'weekly', days: ['sun'] },
  },
});
console.log(refused.text);
// #endregion
assert.equal(refused.isError, true);
