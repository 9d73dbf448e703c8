import { setImmediate as turn } from 'node:timers/promises';

/** The reasons of rejections that nothing has handled while `body` ran, and a few turns later. */
export async function unhandledRejections(body: () => Promise<unknown>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listen);
  try {
    await body();
    for (let turns = 0; turns < 3; turns++) await turn();
  } finally {
    process.off('unhandledRejection', listen);
  }
  return unhandled;
}
