import assert from 'node:assert/strict';
import { Agent } from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';
import { Library, Report } from './library.js';

// A model that answers what it is told to: tests and examples need no key. In production it is
// openaiCompatible({ model: 'gpt-5-mini' }), or any language model of the AI SDK.
const model = new ScriptedModel([
  [{ name: 'find_books', arguments: { words: 'le guin' } }],
  'We have The Left Hand of Darkness on shelf SF-12. Bob has The Dispossessed.',
  [{ name: 'lend_book', arguments: { title: 'The Left Hand', reader: 'Ann' } }],
  [{ name: 'lend_book', arguments: { title: 'The Left Hand of Darkness', reader: 'Ann' } }],
  'Enjoy it, Ann.',
]);

// #region agent
const librarian = new Agent({
  name: 'librarian',
  model,
  instructions: 'You help readers of a small library. Look books up before you speak of them.',
  tools: [Library],
  maxSteps: 10,
});

const conversation = librarian.conversation();
const answer = await conversation.send('Do you have anything by Le Guin?');
console.log(answer.text);
console.log((await conversation.send('I am Ann, I take the one you have.')).text);
// #endregion
assert.equal(answer.status, 'completed');
assert.deepEqual(
  answer.calls.map(({ toolName, observation }) => [toolName, observation?.isError]),
  [['find_books', false]],
);
assert.equal(conversation.messages.length, 10);
model.assertConsumed();
await librarian.close();

// #region stream
const streaming = new Agent({
  model: new ScriptedModel([[{ name: 'find_books', arguments: { words: 'eliot' } }], 'On shelf FIC-3.']),
  tools: [Library],
});
for await (const event of streaming.stream('Where is Middlemarch?')) {
  if (event.type === 'text-delta') process.stdout.write(event.delta);
  if (event.type === 'tool-call-end') console.log(`[${event.observation.toolName}]`);
  if (event.type === 'final') console.log(` (${event.run.steps} steps)`);
}
// #endregion

// #region output
const reporter = new Agent({
  // The first answer does not fit; the model is told why, and asked again.
  model: new ScriptedModel(['{"lent":"Emma","mood":9}', '{"lent":["Emma"],"mood":5}']),
  outputType: Report,
});
const { output } = await reporter.run('How was the day?');
console.log(output?.lent, output?.mood);
// #endregion
assert.ok(output instanceof Report);
assert.deepEqual([output.lent, output.mood], [['Emma'], 5]);
