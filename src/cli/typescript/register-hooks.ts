import { register } from 'node:module';
import type { DecoratorChoice } from './compiler.js';
import { loadTypeScript } from './load-typescript.js';

let isRegistered = false;

/**
 * Lets `import` read TypeScript, compiled by the `typescript` that `modulePath` would import.
 *
 * @param decorators - What they are compiled to.
 * @throws UsageError when there is none.
 */
export function registerTypeScript(modulePath: string, decorators: DecoratorChoice): void {
  if (isRegistered) return;
  // Loaded here only to fail with a clear text: the hooks run on a thread of their own.
  loadTypeScript(modulePath);
  register('./hooks.js', import.meta.url, { data: { decorators } });
  // Stacks then name the lines that were written, not those that were compiled.
  process.setSourceMapsEnabled(true);
  isRegistered = true;
}
