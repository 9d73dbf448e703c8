import type { RunContext } from '../../context/run-context.js';
import { isPlainObject } from '../../foundation/json.js';
import type { Guardrail } from '../../tool/guardrail.js';
import { FUNCTION, TEXTS } from '../option-check.js';
import {
  checkGuardrailOptions,
  fails,
  type NamedGuardrailOptions,
  PASSED,
  placeCheck,
} from './place-check.js';

/** What a text is, and how sure that is: 0 to 1. A label alone is sure. */
export type Classification = string | { readonly label: string; readonly score: number };

/** What {@link classifierGuardrail} takes. */
export interface ClassifierGuardrailOptions extends NamedGuardrailOptions {
  readonly classify: (text: string, run: RunContext) => Classification | Promise<Classification>;
  /** Labels that are blocked. */
  readonly deny: readonly string[];
  /** How sure the classifier has to be, 0 to 1. @defaultValue 0.5 */
  readonly threshold?: number;
}

/** Blocks text that a classifier gives a denied label. An answer that is no classification counts as an error. */
export function classifierGuardrail(options: ClassifierGuardrailOptions): Guardrail {
  const threshold = {
    wanted: 'a number from 0 to 1',
    admits: (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1,
  };
  const own = { classify: FUNCTION, deny: TEXTS, threshold };
  checkGuardrailOptions('classifierGuardrail', options, own, ['name', 'classify', 'deny']);
  const { classify, deny, threshold: least = 0.5 } = options;
  return placeCheck(options, options.name, async ({ text, run }) => {
    const { label, score } = read(await classify(text, run));
    return deny.includes(label) && score >= least ? fails(`it was classified as '${label}'`) : PASSED;
  });
}

/** Classifiers are code of others. */
function read(given: unknown): { readonly label: string; readonly score: number } {
  if (typeof given === 'string') return { label: given, score: 1 };
  if (isPlainObject(given) && typeof given['label'] === 'string' && Number.isFinite(given['score']))
    return { label: given['label'], score: Number(given['score']) };
  throw new Error('the classifier gave no label');
}
