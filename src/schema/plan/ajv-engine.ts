import { type ErrorObject, type Options, type SchemaObject, type ValidateFunction } from 'ajv';
import type Core from 'ajv/dist/core.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { type JsonSchema } from '../json-schema.js';
import { type TypedSchema } from '../typed-schema.js';
import { compilePattern, isPattern } from './pattern.js';

/** What the engines of both drafts have in common. */
type Ajv = InstanceType<typeof Core.default>;

const ROOT = 'plan';
const compileRegExp = Object.assign((pattern: string) => compilePattern(pattern), { code: 'compilePattern' });
const OPTIONS: Options = { strict: false, logger: false, code: { regExp: compileRegExp } };

/** Ajv for the nodes of one schema: instances of its own, so that two schemas with one `$id` never clash. */
export class AjvEngine {
  private createAjv: ((options: Options) => Ajv) | undefined;
  private first: Ajv | undefined;
  private all: Ajv | undefined;

  /** The whole schema, because references of its nodes are resolved in it; Ajv would look up what `$schema` names. */
  private readonly root: SchemaObject;
  private readonly isDraft7: boolean;

  constructor({ schema, facts }: TypedSchema) {
    const { $schema, ...root } = schema;
    this.isDraft7 = /draft-0[67]/.test($schema ?? '');
    this.root = leaveFormatsToChecks(root, facts) as SchemaObject;
  }

  async load(): Promise<void> {
    if (this.createAjv !== undefined) return;
    const Engine = this.isDraft7 ? (await import('ajv')).Ajv : (await import('ajv/dist/2020.js')).Ajv2020;
    const { fullFormats } = await import('ajv-formats/dist/formats.js');
    this.createAjv = options => {
      const ajv = new Engine({ ...options, formats: { ...fullFormats, regex: isPattern } });
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

  /** Everything that is wrong with a value. */
  findErrors(pointer: string, value: unknown): readonly ErrorObject[] {
    this.all ??= this.create({ ...OPTIONS, allErrors: true, verbose: true });
    const validate = this.compileWith(this.all, pointer);
    return validate(value) ? [] : (validate.errors ?? []);
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

function leaveFormatsToChecks(node: unknown, facts: TypedSchema['facts']): unknown {
  if (facts.size === 0 || typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(item => leaveFormatsToChecks(item, facts));
  const isChecked = facts.get(node as JsonSchema)?.checks !== undefined;
  const entries = Object.entries(node).filter(([keyword]) => !isChecked || keyword !== 'format');
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, leaveFormatsToChecks(value, facts)]));
}
