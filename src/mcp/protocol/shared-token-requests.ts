import { systemClock } from '../../foundation/clock.js';
import type { Fetch } from './fetch-function.js';

/** Others may have read the old token before the new one was kept. */
const KEPT_MS = 1_000;
const GRANTS = ['refresh_token', 'client_credentials'];

/**
 * A `fetch` that asks once for what several want at one time: the SDK renews an access token for every request that was refused,
 * and a refresh token counts only once.
 */
export function sharedTokenRequests(send: Fetch): Fetch {
  const underWay = new Map<string, Promise<Response>>();
  return async (url, init = {}) => {
    const { body } = init;
    if (!(body instanceof URLSearchParams) || !GRANTS.includes(body.get('grant_type') ?? ''))
      return send(url, init);
    const key = `${String(url)} ${body.toString()}`;
    let asked = underWay.get(key);
    if (asked === undefined) {
      asked = send(url, init);
      underWay.set(key, asked);
      const forget = (): void => void underWay.delete(key);
      const isOneTime = body.has('refresh_token');
      asked.then(() => (isOneTime ? systemClock.schedule(KEPT_MS, forget) : forget()), forget);
    }
    return (await asked).clone();
  };
}
