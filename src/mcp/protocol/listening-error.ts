const ADVICE: Readonly<Partial<Record<string, string>>> = {
  EADDRINUSE: 'the port is in use. Choose another, or 0 for any.',
  EACCES: 'the port needs more rights than this process has. Choose one above 1023, or 0 for any.',
  EADDRNOTAVAIL: 'this machine has no such address. Leave host out, or give one of its own.',
  ENOTFOUND: 'there is no such host. Leave host out, or give an address of this machine.',
};

/** The system's error with what to do about it. Programs know it by the same `code`. */
export function explainListening(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const { code } = error;
  const advice = ADVICE[code ?? ''];
  if (advice === undefined) return error;
  return Object.assign(new Error(`Cannot listen on ${host}, port ${port}: ${advice}`, { cause: error }), {
    code,
  });
}
