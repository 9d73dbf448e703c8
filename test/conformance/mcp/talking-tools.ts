import { setTimeout as sleep } from 'node:timers/promises';
import { RunContext, Tool } from 'toolwright';
import type { CallingClient } from 'toolwright/mcp';

const MOMENT_MS = 50;

/** Tools that tell and ask their client something while they are at work. */
export class TalkingTools {
  @Tool({ name: 'test_tool_with_logging', description: 'Logs three messages.' })
  async logs(run: RunContext): Promise<string> {
    run.logger.info('Tool execution started');
    await sleep(MOMENT_MS);
    run.logger.info('Tool processing data');
    await sleep(MOMENT_MS);
    run.logger.info('Tool execution completed');
    return 'logged';
  }

  @Tool({ name: 'test_tool_with_progress', description: 'Reports progress three times.' })
  async progresses(run: RunContext): Promise<string> {
    for (const progress of [0, 50, 100]) {
      run.call.progress({ progress, total: 100 });
      if (progress < 100) await sleep(MOMENT_MS);
    }
    return 'done';
  }

  @Tool({ name: 'test_sampling', description: "Asks the client's model." })
  async samples(prompt: string, run: RunContext<CallingClient>): Promise<string> {
    const { content } = await run.state.sample({
      messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
      maxTokens: 100,
    });
    return `LLM response: ${(content as { text: string }).text}`;
  }

  @Tool({ name: 'test_reconnection', description: 'Ends its stream before it answers.' })
  async reconnects(run: RunContext<CallingClient>): Promise<string> {
    await sleep(MOMENT_MS);
    run.state.closeStream();
    await sleep(2 * MOMENT_MS);
    return 'Reconnection test completed successfully';
  }
}
