import { memoryEventStore, type RunningServer, serveMcp } from 'toolwright/mcp';
import { AskingTools } from './asking-tools.js';
import { ContentTools, modernSchema } from './content-tools.js';
import { TestLibrary } from './library.js';
import { TalkingTools } from './talking-tools.js';

/** Serves everything that the conformance suite asks servers for. */
export function serveFixture(port = 0): Promise<RunningServer> {
  return serveMcp([ContentTools, TalkingTools, AskingTools, TestLibrary, modernSchema], {
    http: { port, eventStore: memoryEventStore(), retryMs: 200 },
    name: 'conformance-fixture',
    version: '1.0.0',
    context: ({ client }) => ({ state: client }),
  });
}
