/** What `fetch` and the transports of the SDK agree on. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
