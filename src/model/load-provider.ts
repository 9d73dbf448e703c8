import { ModelFailedError } from './errors.js';

const MISSING = /^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND)$/;

/**
 * A package that is installed only where it is used.
 *
 * @param load - Its dynamic import.
 * @throws {@link ModelFailedError} (`MODEL_FAILED`) with the command that installs it.
 */
export async function loadProvider<T>(name: string, model: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const { code, message } = cause as Partial<NodeJS.ErrnoException>;
    // Only its own absence; the package may lack one of its own.
    if (!MISSING.test(code ?? '') || message?.includes(name) !== true) throw cause;
    const reason = `the package '${name}' is not installed. Run: npm install ${name}`;
    throw new ModelFailedError({ model, reason, attempts: 1, retryable: false, cause });
  }
}
