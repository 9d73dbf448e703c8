import {
  Agent,
  defineTool,
  JsonlRunStore,
  LibsqlRunStore,
  type RecordedRun,
  type RunStore,
} from 'toolwright';
import { ScriptedModel, type ScriptTurn } from 'toolwright/testing';

export type StoreKind = 'folder' | 'database';

export const openRunStore = (kind: StoreKind, place: string): RunStore =>
  kind === 'folder' ? new JsonlRunStore(place) : new LibsqlRunStore(place);

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  input: { item: 'string' },
  replayClass: 'read_only',
  execute: ({ item }, run) => ({ item, left: 3, key: run.secrets.find('KEY') ?? 'none' }),
});

/** What a run is to record. */
export interface RecordedRunFields {
  readonly turns: readonly ScriptTurn[];
  readonly input?: string;
  readonly runId?: string;
  /** What a helper answers that is asked with `{ name: 'helper', arguments: { task } }`. */
  readonly helper?: readonly ScriptTurn[];
  /** The tool `look` needs an approval. */
  readonly isAsking?: boolean;
}

/** Lets an agent work with the tool `look` and a helper, and gives what it recorded. */
export async function recordRun(store: RunStore, fields: RecordedRunFields): Promise<RecordedRun> {
  const { turns, input = 'What is left?', runId, helper = [], isAsking = false } = fields;
  const agent = new Agent({
    name: 'clerk',
    model: new ScriptedModel(turns),
    tools: [look, new Agent({ name: 'helper', model: new ScriptedModel(helper), tools: [look] })],
    policies: isAsking ? [{ name: 'ask', decide: () => 'ask' }] : [],
    secrets: { KEY: 'k3y-value' },
    store,
  });
  const { id } = await agent.run(input, runId === undefined ? {} : { runId });
  await agent.close();
  const run = await store.read(id);
  if (run === undefined) throw new Error(`The run ${id} was not recorded.`);
  return run;
}

export const lookAt = (item: string): ScriptTurn => [{ name: 'look', arguments: { item } }];
export const askHelper = (task: string): ScriptTurn => [{ name: 'helper', arguments: { task } }];
