/** What a caller of the HTTP endpoint sent to say who it is. */
export interface HttpCredentials {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Tells who a request comes from. Whatever it gives is the caller's `principal`; nothing (also false, 0
 * and empty text) refuses the request with 401, and so does throwing.
 */
export type HttpAuthenticator = (credentials: HttpCredentials) => unknown;

/** The principal of a request, or undefined when it is to be refused. */
export async function authenticate(auth: HttpAuthenticator, request: Request): Promise<unknown> {
  try {
    const principal: unknown = await auth({ headers: Object.fromEntries(request.headers) });
    // An empty name or number is nobody: it comes from a header that was not sent.
    return principal || undefined;
  } catch {
    return undefined;
  }
}
