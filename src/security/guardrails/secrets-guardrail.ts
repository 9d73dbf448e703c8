import type { Guardrail } from '../../tool/guardrail.js';
import { checkGuardrailOptions, fails, type GuardrailOptions, PASSED, placeCheck } from './place-check.js';
import { TOKEN_SHAPES } from './token-shapes.js';

/**
 * Blocks private keys, tokens of well-known services by their form, and every secret that the run itself knows. What it says
 * names the kind and never the secret.
 */
export function secretsGuardrail(options: GuardrailOptions): Guardrail {
  checkGuardrailOptions('secretsGuardrail', options);
  return placeCheck(options, 'secrets', ({ pieces, run }) => {
    if (pieces.some(text => run.secrets.mask(text) !== text)) return fails('it holds a secret of this run');
    const found = TOKEN_SHAPES.find(({ pattern }) => pieces.some(text => pattern.test(text)));
    return found === undefined ? PASSED : fails(`it holds ${found.what}`);
  });
}
