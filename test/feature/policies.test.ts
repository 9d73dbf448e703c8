import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  allowlist,
  type CallPolicy,
  claimedRisk,
  confirmation,
  createToolRuntime,
  defineTool,
  DefinitionError,
  destructiveCommands,
  type JournalEvent,
  maxOf,
  MemoryRunStore,
  type RiskAssessor,
  riskPolicy,
  type Rule,
  rules,
  type RulesOptions,
} from 'toolwright';
import { ScriptedModel, type TurnCall } from 'toolwright/testing';

const ran: unknown[] = [];
beforeEach(() => void ran.splice(0));

const tool = (name: string, replayClass: 'read_only' | 'side_effecting' = 'side_effecting') =>
  defineTool({
    ...{ name, description: name, replayClass },
    inputSchema: { type: 'object', properties: { text: {}, order: {}, summary: {} } },
    execute: args => {
      ran.push(args);
      return 'done';
    },
  });
const tools = [tool('get_order', 'read_only'), tool('run_command'), tool('delete_order')];

/** The first answer to a call that stands before these policies, or what was decided when nobody can be asked. */
const call = async (
  policies: readonly CallPolicy[],
  name: string,
  args: object = {},
  options: object = {},
) => {
  const { text, isError } = await createToolRuntime(tools, { policies }).call(
    { name, arguments: args },
    options,
  );
  return isError ? text : 'done';
};

/** A run of an agent whose model makes these calls, and what was recorded. */
const run = async (policies: readonly CallPolicy[], calls: readonly TurnCall[], more: object = {}) => {
  const model = new ScriptedModel([calls, 'over', 'over']);
  const store = new MemoryRunStore();
  const agent = new Agent({ model, tools, policies, store, ...more });
  const ended = await agent.run('go');
  const events = async (): Promise<readonly JournalEvent[]> => (await store.read(ended.id))?.events ?? [];
  return { ended, agent, events, offered: model.requests[0]!.tools.map(({ name }) => name) };
};

describe('an allowlist', () => {
  it('names nothing that it hides to a model that guesses', async () => {
    const make = (name: string) => defineTool({ name, description: name, execute: () => 'x' });
    const model = new ScriptedModel([[{ name: 'drop_databas' }, { name: 'nothing_like_it' }], 'ok']);
    const agent = new Agent({
      model,
      tools: [make('drop_database'), make('get_x')],
      policies: [allowlist(['get_*'])],
    });
    const { calls } = await agent.run('?');
    const texts = calls.map(({ observation }) => observation?.text).join();
    expect(texts).toContain('get_x');
    expect(texts).not.toContain('drop_database');
  });

  it('refuses other tools when they are called, before they do anything, and records it', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const post = defineTool({
      name: 'post',
      description: 'Posts.',
      execute: async () => (await fetch(url)).status,
    });
    const switchedOff = await run([allowlist(['get_*'])], [{ name: 'post' }], { tools: [...tools, post] });
    server.close();

    expect(switchedOff.offered).toEqual(['get_order']);
    expect(requests).toBe(0);
    expect(switchedOff.ended.calls[0]?.observation).toMatchObject({ isError: true });
    expect(switchedOff.ended.calls[0]?.observation?.text).toContain(
      "the tool 'post' is not on the allowlist",
    );
    expect(await switchedOff.events()).toContainEqual(
      expect.objectContaining({
        type: 'policy-decided',
        policy: 'allowlist',
        decision: 'deny',
        toolName: 'post',
      }),
    );
  });

  it('lets through what fits', async () => {
    expect(await call([allowlist(['get_*', 'run_command'])], 'get_order')).toBe('done');
    expect(await call([allowlist(['get_*', 'run_command'])], 'run_command')).toBe('done');
    expect(await call([allowlist([])], 'get_order')).toContain("policy 'allowlist'");
    expect(await call([allowlist([], { name: 'mine' })], 'get_order')).toContain("policy 'mine'");
    expect(() => allowlist('get_*' as never)).toThrow(DefinitionError);
  });
});

describe('rules', () => {
  const allow: Rule = { tool: 'delete_*', effect: 'allow' };
  const deny: Rule = { tool: 'delete_*', effect: 'deny', reason: 'no deleting' };
  const decide = async (
    list: readonly Rule[],
    args: object = {},
    { state = 'ann', ...options }: RulesOptions & { state?: unknown } = {},
  ) => {
    const subjectOf = (of: { state: unknown }) => of.state as string;
    const text = await call([rules(list, { subjectOf, ...options })], 'delete_order', args, { state });
    return text === 'done' ? 'allow' : text;
  };

  it.each<[string, readonly Rule[], string]>([
    ['none', [], 'allow'],
    ['one that does not fit', [{ tool: 'get_*', effect: 'deny' }], 'allow'],
    ['one that denies', [deny], 'no deleting'],
    ['one that asks', [{ effect: 'ask' }], 'needs an approval'],
    ['the strictest of a priority', [allow, deny, { effect: 'ask' }], 'no deleting'],
    ['the highest priority', [deny, { ...allow, priority: 1 }], 'allow'],
    ['a lower priority', [deny, { ...allow, priority: -1 }], 'no deleting'],
    ['the subject', [{ ...deny, subject: 'an*' }], 'no deleting'],
    ['another subject', [{ ...deny, subject: 'bob' }], 'allow'],
    ['a subject that is asked for', [{ ...deny, subject: async of => of.state === 'ann' }], 'no deleting'],
    [
      'a subject that is asked for, and is not',
      [{ ...deny, subject: async of => of.state === 'bob' }],
      'allow',
    ],
  ])('decide by %s', async (_, list, part) => {
    expect(await decide(list)).toContain(part);
  });

  it.each<[Record<string, string>, object, string]>([
    [{ text: 'rm *' }, { text: 'rm x' }, 'no deleting'],
    [{ text: 'rm *' }, { text: 'ls' }, 'allow'],
    [{ text: '*' }, {}, 'allow'],
    [{ 'order.id': 'ORD-*' }, { order: { id: 'ORD-1' } }, 'no deleting'],
    [{ 'order.id': 'ORD-*' }, { order: [{ id: 'X' }, { id: 'ORD-1' }] }, 'no deleting'],
    [{ 'order.id': '12' }, { order: { id: 12 } }, 'no deleting'],
    [{ 'order.id': 'x', text: 'y' }, { order: { id: 'x' }, text: 'z' }, 'allow'],
  ])('look into arguments: %j in %j', async (wanted, args, part) => {
    expect(await decide([{ ...deny, arguments: wanted }], args)).toContain(part);
  });

  it('decide otherwise as they are told', async () => {
    expect(await decide([], {}, { otherwise: 'deny' })).toContain(
      "policy 'rules' does not allow this call: no rule allows it",
    );
    expect(await decide([allow], {}, { otherwise: 'deny' })).toBe('allow');
    expect(await decide([{ ...allow, subject: 'bob' }], {}, { otherwise: 'deny', name: 'mine' })).toContain(
      "policy 'mine'",
    );
  });

  it.each<[string, readonly Rule[], RulesOptions, boolean]>([
    ['denied', [deny], {}, false],
    ['denied, and allowed before that', [deny, { ...allow, priority: 1 }], {}, true],
    ['denied, and allowed to some', [deny, { ...allow, priority: 1, subject: () => true }], {}, true],
    ['denied, and allowed to some in vain', [deny, { ...allow, subject: () => true }], {}, false],
    ['denied to some', [{ ...deny, subject: () => true }], {}, true],
    ['not allowed', [], { otherwise: 'deny' }, false],
    [
      'not allowed but for some arguments',
      [{ ...allow, arguments: { text: 'x' } }],
      { otherwise: 'deny' },
      true,
    ],
  ])('offer a tool that is %s', async (_, list, options, isOffered) => {
    expect((await run([rules(list, options)], [])).offered.includes('delete_order')).toBe(isOffered);
  });

  it('name their mistakes', () => {
    const list = [
      { tool: 'x', efect: 'deny' },
      { effect: 'forbid' },
      { subject: 'ann', effect: 'deny' },
    ] as never;
    expect(() => rules(list)).toThrow(
      /rule 1: 'efect' is not an option[\s\S]*rule 1: effect is missing[\s\S]*rule 2: effect is[\s\S]*rule 3: subject is a pattern/,
    );
  });
});

describe('policies that cannot decide', () => {
  it('deny: a store of rules that cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'policies-'));
    const file = join(folder, 'rules.json');
    const stored: CallPolicy = {
      name: 'stored',
      decide: async of => rules(JSON.parse(await readFile(file, 'utf8')) as Rule[]).decide(of),
    };
    expect(await call([stored], 'get_order')).toContain(
      "policy 'stored' does not allow this call: it could not be decided.",
    );
    await writeFile(file, '[{"tool":"delete_*","effect":"deny"}]');
    expect(await call([stored], 'get_order')).toBe('done');
    expect(await call([stored], 'delete_order')).toContain("policy 'stored'");
    await rm(folder, { recursive: true });
  });
});

describe('a risk policy', () => {
  const says = (risk: unknown): RiskAssessor => ({ name: 'says', assess: async () => risk as 'low' });
  const fails: RiskAssessor = {
    name: 'fails',
    assess: () => {
      throw new Error('offline');
    },
  };
  const decide = async (options: object, args: object = {}, name = 'run_command', claims: object = {}) =>
    call([riskPolicy(options)], name, args, { claims });

  it.each<[string, object, object, object, string]>([
    ['nothing known', {}, {}, {}, 'done'],
    ['nothing known, a lower threshold', { threshold: 'medium' }, {}, {}, 'its risk is medium'],
    ['the model says high', {}, {}, { securityRisk: 'high' }, 'its risk is high'],
    ['the model says low', { threshold: 'medium' }, {}, { securityRisk: 'low' }, 'done'],
    [
      'the model says low of a command that destroys',
      {},
      { text: 'rm -rf /' },
      { securityRisk: 'low' },
      'its risk is high',
    ],
    ['an assessor fails', { assessors: [says('low'), fails] }, {}, {}, 'its risk is high'],
    ['an assessor says nothing', { assessors: [says(undefined)] }, {}, {}, 'done'],
    ['an assessor says nonsense', { assessors: [says('extreme')] }, {}, {}, 'its risk is high'],
    ['the highest of two', { assessors: [maxOf(says('low'), says('high'))] }, {}, {}, 'its risk is high'],
    [
      'an assessor fails among others',
      { assessors: [maxOf(says('low'), fails)] },
      {},
      {},
      'its risk is high',
    ],
    ['silence counts as high', { assessors: [claimedRisk({ unknown: 'high' })] }, {}, {}, 'its risk is high'],
    [
      'silence counts as low',
      { assessors: [claimedRisk({ unknown: 'low' })], threshold: 'medium' },
      {},
      {},
      'done',
    ],
    ['only patterns', { assessors: [destructiveCommands()] }, { text: 'ls' }, {}, 'done'],
  ])('decides: %s', async (_, options, args, claims, part) => {
    expect(await decide(options, args, 'run_command', claims)).toContain(part);
  });

  it('takes tools that only read for low', async () => {
    expect(await decide({ threshold: 'medium', assessors: [fails] }, {}, 'get_order')).toBe('done');
  });

  it('denies, if it is to', async () => {
    const { ended } = await run(
      [riskPolicy({ onRisk: 'deny' })],
      [{ name: 'run_command', arguments: { security_risk: 'high' } }],
    );
    expect(ended.status).toBe('completed');
    expect(ended.calls[0]?.observation?.text).toContain(
      "policy 'risk' does not allow this call: its risk is high",
    );
  });

  it('asks a person about what the model itself calls risky, and runs it once', async () => {
    const args = { text: 'x', security_risk: 'high' };
    const { ended, agent } = await run(
      [riskPolicy()],
      [{ name: 'run_command', arguments: args, callId: 'c1' }],
    );
    expect(ended).toMatchObject({
      status: 'paused',
      pending: [{ callId: 'c1', reason: 'its risk is high', claims: { securityRisk: 'high' } }],
    });
    const resumed = await agent.resume(ended.id, [{ callId: 'c1', approved: true }]);
    expect(resumed.status).toBe('completed');
    expect(ran).toEqual([{ text: 'x' }]);
  });

  it('answers a risk that is none as an error, though nobody assesses it', async () => {
    const calls = [{ name: 'run_command', arguments: { security_risk: 'extreme' } }];
    for (const policies of [[], [riskPolicy()]]) {
      const { ended } = await run(policies, calls);
      expect(ended.calls[0]?.observation?.text).toContain(
        '/security_risk: expected one of "low", "medium", "high"',
      );
    }
    expect(ran).toEqual([]);
  });

  it('lets what is not assessed run, whether or not a risk was said', async () => {
    await run(
      [],
      [
        { name: 'run_command', arguments: { text: 'a' } },
        { name: 'run_command', arguments: { security_risk: 'high', text: 'b' } },
      ],
    );
    expect(ran).toEqual([{ text: 'a' }, { text: 'b' }]);
  });

  it('names mistakes in its options', () => {
    expect(() => riskPolicy({ threshold: 'extreme' as 'low' })).toThrow("give 'low' or 'medium' or 'high'");
    expect(() => riskPolicy({ assessors: [] })).toThrow(DefinitionError);
    expect(() => destructiveCommands({ patterns: ['rm'] as never })).toThrow(DefinitionError);
    expect(() => claimedRisk({ unknown: 'none' as 'low' })).toThrow(DefinitionError);
  });
});

describe('fields about risk', () => {
  it('are asked of tools that do not only read: optional, the risk first, the summary second', async () => {
    const write = defineTool({
      name: 'write',
      description: 'Writes.',
      input: { file: 'string' },
      execute: () => 'done',
    });
    const model = new ScriptedModel(['over']);
    await new Agent({ model, tools: [...tools, write] }).run('go');
    const schemas = model.requests[0]!.tools.map(({ tool: rendered }) => {
      const found = JSON.stringify(rendered);
      return {
        names: [...found.matchAll(/"(security_risk|summary|file)":\{/g)].map(([, name]) => name),
        text: found,
      };
    });
    expect(schemas.map(({ names }) => names)).toEqual([
      ['summary'],
      ['security_risk', 'summary'],
      ['security_risk', 'summary'],
      ['security_risk', 'summary', 'file'],
    ]);
    expect(schemas[3]!.text).toContain('"required":["file"]');
  });

  it('never shadow those of the tool', async () => {
    await run([], [{ name: 'run_command', arguments: { summary: 'mine', security_risk: 'low' } }]);
    expect(ran).toEqual([{ summary: 'mine' }]);
  });
});

describe('a confirmation', () => {
  const pendingOf = async (policy: CallPolicy) => {
    const calls = ['get_order', 'run_command'].map(name => ({ name }));
    calls.push({ name: 'run_command', arguments: { security_risk: 'high' } } as never);
    return (await run([policy], calls)).ended.pending.length;
  };

  it.each([
    ['always', 2],
    ['never', 0],
    ['risky', 1],
  ] as const)('is wanted %s', async (when, count) => {
    expect(await pendingOf(confirmation(when))).toBe(count);
    expect(await call([confirmation(when)], 'get_order')).toContain(
      when === 'always' ? 'every call has to be confirmed' : 'done',
    );
  });

  it('of risky calls takes a threshold', async () => {
    expect(await call([confirmation('risky', { threshold: 'medium' })], 'run_command')).toContain(
      "policy 'confirmation'",
    );
    expect(() => confirmation('sometimes' as 'never')).toThrow(DefinitionError);
  });

  it('that is refused tells the model why, and the tool does not run', async () => {
    const { ended, agent } = await run([confirmation('always')], [{ name: 'run_command', callId: 'c1' }]);
    const resumed = await agent.resume(ended.id, [
      { callId: 'c1', approved: false, reason: 'not on a Friday' },
    ]);
    expect(resumed.calls.find(({ callId }) => callId === 'c1')?.observation?.text).toContain(
      'not approved: not on a Friday',
    );
    expect(ran).toEqual([]);
  });
});
