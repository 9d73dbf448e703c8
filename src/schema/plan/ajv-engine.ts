import type { ErrorObject, Options, SchemaObject, ValidateFunction } from 'ajv';
import type Core from 'ajv/dist/core.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { JsonSchema } from '../json-schema.js';
import type { TypedSchema } from '../typed-schema.js';
import { replaceDynamicReferences } from './dynamic-references.js';
import { loadFormats } from './formats.js';
import { compilePattern, isPattern } from './pattern.js';
import type { Pattern } from './pattern-guard.js';
import { isStackOverflow } from './stack-overflow.js';
import { mapSchemas } from './sub-schemas.js';

/** What the engines of both drafts have in common. */
type Ajv = InstanceType<typeof Core.default>;

const ROOT = 'plan';
const compileRegExp = Object.assign(compileNamed, { code: 'compilePattern' });
const OPTIONS: Options = {
  strict: false,
  logger: false,
  ownProperties: true,
  code: { regExp: compileRegExp },
};

/** Ajv for the nodes of one schema: instances of its own, so that two schemas with one `$id` never clash. */
export class AjvEngine {
  private createAjv: ((options: Options) => Ajv) | undefined;
  private first: Ajv | undefined;
  private all: Ajv | undefined;

  /** The whole schema, because references of its nodes are resolved in it; Ajv would look up what `$schema` names. */
  private root: SchemaObject = {};
  private stepsLeft = 0;

  constructor(private readonly typed: TypedSchema) {}

  async load(): Promise<void> {
    if (this.createAjv !== undefined) return;
    const { $schema = '', ...root } = this.typed.schema;
    this.root = prepareForAjv(root, this.typed.facts);
    const Engine = /draft-0[67]/.test($schema)
      ? (await import('ajv')).Ajv
      : (await import('ajv/dist/2020.js')).Ajv2020;
    const formats = await loadFormats();
    this.createAjv = options => {
      const ajv = new Engine({ ...options, formats: { ...formats, regex: isPattern } });
      // Counted before the reference is followed: one that fails ends the node.
      ajv.addKeyword({ keyword: STEP, before: '$ref', errors: false, validate: () => this.takeStep() });
      ajv.addSchema(this.root, ROOT);
      return ajv;
    };
  }

  /** Compiles a check that stops at the first error. */
  compile(pointer: string): ValidateFunction {
    try {
      return this.compileWith((this.first ??= this.create(OPTIONS)), pointer);
    } catch (cause) {
      throw new DefinitionError([
        {
          where: `JSON Schema${pointer === '' ? '' : ` at ${pointer}`}`,
          seen: `It cannot be compiled: ${cause instanceof Error ? cause.message : String(cause)}.`,
          fix: 'Write a valid JSON Schema of revision 2020-12.',
        },
      ]);
    }
  }

  /** Undefined when the value takes too many steps to tell. */
  test(validate: ValidateFunction, value: unknown, budget = JUDGING): boolean | undefined {
    this.stepsLeft = budget.base + budget.perValue * countValues(value);
    try {
      return validate(value);
    } catch (error) {
      if (error instanceof TooManySteps || isStackOverflow(error)) return undefined;
      throw error;
    }
  }

  /** Everything that is wrong with a value; nothing when that takes too long to tell. */
  findErrors(pointer: string, value: unknown): readonly ErrorObject[] {
    this.all ??= this.create({ ...OPTIONS, allErrors: true, verbose: true });
    const validate = this.compileWith(this.all, pointer);
    return this.test(validate, value, EXPLAINING) === false ? (validate.errors ?? []) : [];
  }

  private takeStep(): boolean {
    if (--this.stepsLeft < 0) throw new TooManySteps();
    return true;
  }

  private create(options: Options): Ajv {
    if (this.createAjv === undefined) throw new TypeError('Ajv was used before it was loaded.');
    return this.createAjv(options);
  }

  private compileWith(ajv: Ajv, pointer: string): ValidateFunction {
    const key = `${ROOT}#${pointer.split('/').map(encodeURIComponent).join('/')}`;
    return ajv.getSchema(key) ?? ajv.compile({ $ref: key });
  }
}

/** The reason alone does not say which keyword it is about. */
function compileNamed(pattern: string): Pattern {
  try {
    return compilePattern(pattern);
  } catch (cause) {
    throw new SyntaxError(`pattern: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const JUDGING = { base: 2_000, perValue: 20 };
/** Every error of every branch is collected and handed up, which costs far more than a verdict. */
const EXPLAINING = { base: 1_000, perValue: 2 };

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((count, member) => count + countValues(member), 1);
}

/** Called at every reference that Ajv follows. */
const STEP = 'x-step-of-plan';

/** Formats that are hints are left out, and references are counted: all that repeats itself in a schema goes through one. */
function prepareForAjv(root: unknown, facts: TypedSchema['facts']): SchemaObject {
  const prepared = mapSchemas(root, (node, copy) => {
    const isCounted = [node.$ref, node['$dynamicRef'], node['$recursiveRef']].some(
      ref => typeof ref === 'string',
    );
    const counted = isCounted ? { ...copy, [STEP]: true } : copy;
    if (facts.get(node)?.isFormatHint !== true) return counted;
    return Object.fromEntries(Object.entries(counted).filter(([keyword]) => keyword !== 'format'));
  });
  return replaceDynamicReferences(prepared as JsonSchema);
}

/** A recursive schema can make Ajv double its work at every level of a value. */
class TooManySteps extends Error {}
