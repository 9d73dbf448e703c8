import assert from 'node:assert/strict';
import { Agent, Param, ReplayClass, RunContext, Tool, ToolSet } from 'toolwright';
import { FunctionModel } from 'toolwright/testing';

// #region tools
interface Tenant {
  readonly name: string;
  readonly plan: 'basic' | 'pro';
}

const invoices: Readonly<Record<string, readonly string[]>> = {
  acme: ['A-1: 100', 'A-2: 250'],
  globex: ['G-1: 9000'],
};

@ToolSet()
class Invoices {
  // The run is injected: no model can name another tenant.
  @Tool('List the invoices of the customer.')
  @ReplayClass('read_only')
  listInvoices(run: RunContext<Tenant>): readonly string[] {
    return invoices[run.state.name] ?? [];
  }
}

@ToolSet()
class Exports {
  @Tool('Export invoices to the accounting service.')
  exportInvoices(@Param({ enum: ['csv', 'pdf'] }) format: string, run: RunContext<Tenant>): string {
    const key = run.secrets.get(`${run.state.name.toUpperCase()}_KEY`);
    return `exported as ${format} with key ${key}`;
  }
}
// #endregion

/** Calls every tool it is offered, then says what it read. */
const model = new FunctionModel(({ tools, messages }) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') {
    return last.results
      .map(({ content }) => content.map(part => ('text' in part ? part.text : '')).join(''))
      .join('\n');
  }
  return tools.map(({ name }) => ({ name, arguments: name === 'export_invoices' ? { format: 'csv' } : {} }));
});

// #region agent
const agent = new Agent<Tenant>({
  name: 'billing',
  model,
  instructions: run => `You work for ${run.state.name}.`,
  tools: run => (run.state.plan === 'pro' ? [Invoices, Exports] : [Invoices]),
  secrets: { ACME_KEY: 'acme-s3cret', GLOBEX_KEY: 'globex-s3cret' },
});

const [acme, globex] = await Promise.all([
  agent.run('What do I owe?', { state: { name: 'acme', plan: 'pro' } }),
  agent.run('What do I owe?', { state: { name: 'globex', plan: 'basic' } }),
]);
console.log(acme.text); // ["A-1: 100","A-2: 250"] exported as csv with key [secret ACME_KEY]
console.log(globex.text); // ["G-1: 9000"]
// #endregion
assert.match(acme.text, /A-2: 250/);
assert.match(acme.text, /\[secret ACME_KEY\]/);
assert.doesNotMatch(acme.text + globex.text, /s3cret/);
assert.equal(globex.text, '["G-1: 9000"]');
assert.deepEqual(
  globex.calls.map(({ toolName }) => toolName),
  ['list_invoices'],
);
await agent.close();
