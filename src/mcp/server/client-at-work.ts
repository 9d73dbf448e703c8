import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallingClient } from '../protocol/calling-client.js';

const clients = new AsyncLocalStorage<CallingClient>();

/** Runs `work`, and whatever it starts, for the client that asked for it. */
export const workFor = <T>(client: CallingClient, work: () => T): T => clients.run(client, work);

/** The client whose call the asking code is part of. */
export const findClientAtWork = (): CallingClient | undefined => clients.getStore();
