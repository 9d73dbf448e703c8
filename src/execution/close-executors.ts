import type { Secrets } from '../context/secrets.js';
import { systemClock, within } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';
import { isThenable } from '../foundation/thenable.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { describeThrown } from './thrown.js';

/** How long one executor may take to close; whoever shuts down must not wait for ever. */
const CLOSING_MS = 5_000;

/** Closes the executors of tools, each once; failures are logged. */
export async function closeExecutors(
  definitions: readonly ToolDefinition[],
  { logger, secrets }: { readonly logger: Logger; readonly secrets: Secrets },
): Promise<void> {
  // Several tools may share one executor, and with it one binding.
  const nameByBinding = new Map(definitions.map(({ name, binding }) => [binding, name]));
  for (const [binding, toolName] of nameByBinding) {
    try {
      const closing: unknown = binding?.close?.();
      if (isThenable(closing)) await within(systemClock, CLOSING_MS, closing);
    } catch (error) {
      logger.error('A tool could not be closed.', { toolName, error: describeThrown(error, secrets) });
    }
  }
}
