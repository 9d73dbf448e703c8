import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, Param, ReplayClass, Tool, ToolSet } from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';

const log: string[] = [];

// #region tools
@ToolSet()
class Weather {
  // Calls that only read may overlap.
  @Tool('Tell the weather of a city.')
  @ReplayClass('read_only')
  async forecast(@Param() city: string): Promise<string> {
    log.push(`ask ${city}`);
    await sleep(30);
    return `sunny in ${city}`;
  }
}

@ToolSet()
class Diary {
  // Everything else keeps its order: the second note waits for the first.
  @Tool('Write into the diary.')
  async note(@Param() text: string): Promise<void> {
    log.push(`begin ${text}`);
    await sleep(10);
    log.push(`end ${text}`);
  }

  // Reads, but from what is being written: calls that share a resource keep their order too.
  @Tool({ description: 'Read the sky from the roof, where one person fits.', resources: ['roof'] })
  @ReplayClass('read_only')
  async lookUp(@Param() what: string): Promise<string> {
    log.push(`climb for ${what}`);
    await sleep(10);
    log.push(`down with ${what}`);
    return what;
  }
}
// #endregion

const cities = ['Rome', 'Oslo', 'Lima'];
const turn = [
  ...cities.map(city => ({ name: 'forecast', arguments: { city } })),
  { name: 'note', arguments: { text: 'one' } },
  { name: 'note', arguments: { text: 'two' } },
  { name: 'look_up', arguments: { what: 'moon' } },
  { name: 'look_up', arguments: { what: 'mars' } },
];

// #region agent
const agent = new Agent({
  model: new ScriptedModel([turn, 'Done.']),
  tools: [Weather, Diary],
  parallelTools: { maxConcurrency: 8 },
});
const run = await agent.run('Look around.');
console.log(run.calls.map(({ observation }) => observation?.text));
// #endregion
assert.deepEqual(log.slice(0, 3), ['ask Rome', 'ask Oslo', 'ask Lima']);
assert.ok(log.indexOf('end one') < log.indexOf('begin two'));
assert.ok(log.indexOf('down with moon') < log.indexOf('climb for mars'));
// Whatever ends first, answers come in the order of the calls.
assert.deepEqual(
  run.calls.map(({ toolName }) => toolName),
  turn.map(({ name }) => name),
);
assert.deepEqual(
  run.calls.slice(0, 3).map(({ observation }) => observation?.text),
  cities.map(city => `sunny in ${city}`),
);
await agent.close();
