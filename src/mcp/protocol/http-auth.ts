/** What a caller of the HTTP endpoint sent to say who it is. */
export interface HttpCredentials {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Tells who a request comes from. Whatever it gives is the caller's `principal`; undefined, null and false refuse the
 * request with 401, and so does throwing.
 */
export type HttpAuthenticator = (credentials: HttpCredentials) => unknown;

/** The principal of a request, or undefined when it is to be refused. */
export async function authenticate(auth: HttpAuthenticator, request: Request): Promise<unknown> {
  try {
    const principal: unknown = await auth({ headers: Object.fromEntries(request.headers) });
    return principal === null || principal === false ? undefined : principal;
  } catch {
    return undefined;
  }
}
