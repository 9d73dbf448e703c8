import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, type CallPolicy, JsonlRunStore, Param, Tool, ToolSet } from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';

const transfers: string[] = [];

// #region tools
@ToolSet()
class Bank {
  @Tool('Send money.')
  transfer(
    @Param({ type: 'number', exclusiveMinimum: 0 }) amount: number,
    @Param('Who gets it.') to: string,
  ): string {
    transfers.push(`${amount} to ${to}`);
    return `sent ${amount} to ${to}`;
  }
}

const largeTransfers: CallPolicy = {
  name: 'large transfers',
  decide: ({ action }) =>
    (action as { amount: number }).amount >= 1_000
      ? { decision: 'ask', reason: '1,000 or more needs a person' }
      : 'allow',
};
// #endregion

const folder = mkdtempSync(join(tmpdir(), 'toolwright-approvals-'));
const clerk = (model: ScriptedModel, store = new JsonlRunStore(folder)): Agent =>
  new Agent({ name: 'clerk', model, tools: [Bank], policies: [largeTransfers], store });

// #region pause
const first = clerk(
  new ScriptedModel([
    [
      { name: 'transfer', arguments: { amount: 20, to: 'Bob' } },
      { name: 'transfer', arguments: { amount: 5_000, to: 'Cy' } },
    ],
  ]),
);
const run = await first.run('Pay Bob 20 and Cy 5,000.');
console.log(run.status, run.pending); // paused [{ callId, toolName: 'transfer', arguments: { amount: 5000, to: 'Cy' }, … }]
await first.close();
// #endregion
assert.equal(run.status, 'paused');
assert.deepEqual(transfers, ['20 to Bob']);

// #region resume
// Hours later, in another process: the same agent, the same store.
const store = new JsonlRunStore(folder);
const second = clerk(new ScriptedModel(['Both are paid.']), store);
const [waitingRun] = await store.list({ status: 'paused' });
const id = waitingRun?.runId ?? '';
// Without decisions it waits as before, and tells what for: calls of agents below too.
const { pending } = await second.resume(id);
const decisions = pending.map(({ callId, runId }) => ({ callId, runId, approved: true, by: 'ann' }));
const resumed = await second.resume(id, decisions);
console.log(resumed.status, resumed.text);
// #endregion
assert.equal(resumed.status, 'completed');
assert.deepEqual(transfers, ['20 to Bob', '5000 to Cy']);

// An approval is for once.
await assert.rejects(second.resume(run.id, decisions), { code: 'RUN_NOT_RESUMABLE' });
assert.equal(transfers.length, 2);

// #region deny
const third = clerk(
  new ScriptedModel([[{ name: 'transfer', arguments: { amount: 9_000, to: 'Di' } }], 'I may not.']),
);
const refused = await third.run('Pay Di 9,000.');
const [waiting] = refused.pending;
const denied = await third.resume(refused.id, [
  { callId: waiting?.callId ?? '', approved: false, reason: 'not this month' },
]);
console.log(denied.text, denied.calls[0]?.observation?.text);
// #endregion
assert.match(denied.calls[0]?.observation?.text ?? '', /not approved: not this month/);
assert.equal(transfers.length, 2);
await second.close();
await third.close();
rmSync(folder, { recursive: true });
