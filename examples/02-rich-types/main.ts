import assert from 'node:assert/strict';
import { createToolRuntime } from 'toolwright';
import { loadManifest, renderTools } from 'toolwright/manifest';
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
// The calls of one run share its services.
const run = tools.openRun();
const answer = await run.call({
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

// #region dialect
const offered = renderTools(tools.definitions(), 'openai-strict');
const request = { model: 'gpt-5-mini', tools: offered.tools.map(({ tool }) => tool) };
console.log(JSON.stringify(request).length, 'characters,', offered.warnings.length, 'warnings');

// What such a model sends: every member, null for what it leaves out.
const sent = { name: 'list', arguments: '{"filter":{"room":"attic","title":null},"limit":null}' };
const meant = offered.find(sent.name);
const listed = await run.call({
  name: meant?.originalName ?? sent.name,
  arguments: meant?.rendered.restoreArguments(sent.arguments),
});
console.log(listed.text);
await run.close();
// #endregion
assert.match(listed.text, /^\{"items":\[\{"id":"M1-3"/);
