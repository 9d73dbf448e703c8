import { DefinitionError } from '../../foundation/definition-error.js';
import { describeKind } from '../../foundation/value-kind.js';
import type { DialectName } from '../../schema/dialects/dialect-name.js';
import { UnknownModelError } from '../errors.js';
import { isModel, type Model } from '../model.js';
import { type RetryOptions, withRetries } from '../retry.js';
import type { Price } from '../usage.js';
import { AdaptedModel } from './adapted-model.js';
import { type AiSdkLanguageModel, looseOf } from './ai-sdk-language-model.js';

/** How a language model of an AI SDK provider is taken. */
export interface AsModelOptions extends RetryOptions {
  /** How tools are written for it. @defaultValue from the provider's name: Anthropic, Gemini, or else `openai` */
  readonly dialect?: DialectName;
  /** False for a model that cannot call tools. @defaultValue true */
  readonly supportsTools?: boolean;
  /** For the cost of its answers. */
  readonly price?: Price;
}

/**
 * A {@link Model} from any language model object of an AI SDK provider, specification version 2 or 3. A `Model` is
 * given back as it is, and takes its options where it is made.
 *
 * @throws {@link UnknownModelError} (`UNKNOWN_MODEL`) for anything else, names of models included; `DEFINITION` for options with a
 * `Model`.
 */
export function asModel(value: Model | AiSdkLanguageModel, options: AsModelOptions = {}): Model {
  if (isModel(value)) {
    if (Object.keys(options).length > 0) throw idleOptions(value, options);
    return value;
  }
  if (isAiSdkLanguageModel(value)) return withRetries(new AdaptedModel(value, options), options);
  throw new UnknownModelError(describeStranger(value));
}

const idleOptions = ({ modelId }: Model, options: AsModelOptions): DefinitionError =>
  new DefinitionError([
    {
      where: `asModel, model '${modelId}'`,
      seen: `it is a Model already, so ${Object.keys(options).join(', ')} would do nothing.`,
      fix: 'give them where it is made: openaiCompatible({ price }).',
    },
  ]);

function isAiSdkLanguageModel(value: unknown): value is AiSdkLanguageModel {
  const { specificationVersion, doGenerate, doStream } = looseOf(value);
  const isKnown = specificationVersion === 'v2' || specificationVersion === 'v3';
  return isKnown && typeof doGenerate === 'function' && typeof doStream === 'function';
}

function describeStranger(value: unknown): string {
  const { specificationVersion } = looseOf(value);
  return typeof specificationVersion === 'string'
    ? `a model of specification '${specificationVersion}'`
    : describeKind(value);
}
