import type { Fetch } from './watched-fetch.js';

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
      asked = send(url, init).finally(() => underWay.delete(key));
      underWay.set(key, asked);
    }
    return (await asked).clone();
  };
}
