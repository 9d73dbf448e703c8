import type { RunContext } from '../../context/run-context.js';
import type { Constructor } from '../../foundation/constructor.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { isPlainObject } from '../../foundation/json.js';
import { describeKind } from '../../foundation/value-kind.js';
import { defineTool } from '../define-tool.js';
import type { ArgumentsOf, FieldMap } from '../field-map.js';
import type { ToolDefinition } from '../tool-definition.js';
import { defaultToolName } from '../tool-name.js';
import {
  findCompleterProblems,
  findVariableProblems,
  refuseProblems,
  withResult,
} from './compile-library.js';
import { completionTool } from './completion-tool.js';
import {
  findLibraryOptionProblems,
  PROMPT_OPTION_NAMES,
  RESOURCE_OPTION_NAMES,
} from './library-option-check.js';
import type { Completer, LibraryOptions, ResourceOptions } from './library-options.js';
import { PromptDefinition } from './prompt-definition.js';
import { PROMPT_OUTPUT, type PromptMessages, toMessages } from './prompt-result.js';
import { READ_OUTPUT, toContents } from './read-result.js';
import { type Completers, ResourceDefinition } from './resource-definition.js';
import { findUriMistake, UriTemplate } from './uri-template.js';

/** What functions may state of completion: there is no class to have methods. */
type WithFunctions = Omit<LibraryOptions, 'params' | 'complete'> & {
  readonly complete?: Readonly<Record<string, Completer>>;
};

/** Without a map, variables are texts. */
type VariablesOf<TFields extends FieldMap> = FieldMap extends TFields
  ? Readonly<Record<string, string>>
  : ArgumentsOf<TFields>;

/** What {@link defineResource} takes. */
export interface ResourceSource<TFields extends FieldMap>
  extends WithFunctions, Pick<ResourceOptions, 'mimeType' | 'size'> {
  /** Fixed, or with variables: `orders://{id}`. */
  readonly uri: string;
  readonly name: string;
  /** The variables; a map of fields as for `defineTool`, or a DTO class. @defaultValue texts */
  readonly input?: TFields | Constructor<ArgumentsOf<TFields>>;
  /** Gives text, bytes, data, or an observation; undefined when there is no such resource. */
  readonly read: (args: VariablesOf<TFields>, run: RunContext) => unknown;
}

/** What {@link definePrompt} takes. */
export interface PromptSource<TFields extends FieldMap> extends WithFunctions {
  readonly name: string;
  /** The arguments; a map of fields as for `defineTool`, or a DTO class. @defaultValue none */
  readonly input?: TFields | Constructor<ArgumentsOf<TFields>>;
  readonly make: (args: ArgumentsOf<TFields>, run: RunContext) => PromptMessages | Promise<PromptMessages>;
}

/**
 * Makes a resource without decorators: what `@Resource` gives.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) with every mistake in the fields.
 */
export function defineResource<const TFields extends FieldMap>(
  source: ResourceSource<TFields>,
): ResourceDefinition {
  const where = whereOf('defineResource', source);
  const { uri: text, read, input, ...options } = source;
  const mistake = findUriMistake(text);
  refuseProblems([
    ...findLibraryOptionProblems(options, RESOURCE_OPTION_NAMES, where),
    ...(mistake === undefined ? [] : [{ where, ...mistake }]),
    ...findFunctionProblems('read', read, where),
  ]);
  const uri = new UriTemplate(text);
  const fields = input ?? Object.fromEntries(uri.names.map(name => [name, 'string']));
  const { mimeType, size } = options;
  const reader = withResult(work(source, fields as FieldMap, read as Work), READ_OUTPUT, value =>
    toContents(value, mimeType),
  );
  refuseProblems(findVariableProblems(uri, reader, where));
  const { name, title, description, icons } = options;
  const completers = completersOf(source, uri.names, where);
  return new ResourceDefinition({ uri, name, title, description, mimeType, size, icons, reader, completers });
}

/**
 * Makes a prompt without decorators: what `@Prompt` gives.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) with every mistake in the fields.
 */
export function definePrompt<const TFields extends FieldMap>(
  source: PromptSource<TFields>,
): PromptDefinition {
  const where = whereOf('definePrompt', source);
  const { make, input, ...options } = source;
  refuseProblems([
    ...findLibraryOptionProblems(options, PROMPT_OPTION_NAMES, where),
    ...findFunctionProblems('make', make, where),
  ]);
  const maker = withResult(work(source, (input ?? {}) as FieldMap, make as Work), PROMPT_OUTPUT, toMessages);
  const { name, title, icons } = options;
  const completers = completersOf(source, Object.keys(maker.inputSchema.properties ?? {}), where);
  return new PromptDefinition({ name, title, description: maker.description, icons, maker, completers });
}

type Work = (args: unknown, run: RunContext) => unknown;

function work(
  { name, description, timeoutMs }: WithFunctions & { readonly name: string },
  input: FieldMap,
  execute: Work,
): ToolDefinition {
  return defineTool({
    name: toolNameOf(name),
    description: description ?? name,
    input,
    replayClass: 'read_only',
    execute,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

function completersOf(
  { name, complete = {}, timeoutMs }: WithFunctions & { readonly name: string },
  names: readonly string[],
  where: string,
): Completers {
  refuseProblems(findCompleterProblems(complete, names, where));
  return new Map(
    Object.entries(complete).map(([argument, how]) => [
      argument,
      completionTool({
        name: toolNameOf(`${name}_${argument}`),
        timeoutMs,
        complete: (_receiver, typed, others, run) => how(typed, others, run as never),
      }),
    ]),
  );
}

/** A name for people as one that is accepted everywhere. */
const toolNameOf = (name: string): string =>
  (
    defaultToolName(name)
      .replace(/[^A-Za-z0-9_-]+/g, '_')
      .replace(/^[^A-Za-z_]/, '_') || 'unnamed'
  ).slice(0, 60);

function whereOf(caller: string, source: unknown): string {
  const example = caller === 'definePrompt' ? "{ name: 'greeting', … }" : "{ uri: 'orders://all', … }";
  if (!isPlainObject(source)) {
    const seen = `it got ${describeKind(source)} instead of fields.`;
    throw new DefinitionError([{ where: caller, seen, fix: `write ${caller}(${example}).` }]);
  }
  const { name } = source;
  if (typeof name === 'string' && name.trim() !== '') return `${caller} '${name}'`;
  throw new DefinitionError([
    { where: caller, seen: 'it has no name.', fix: `write ${caller}(${example}) with a name.` },
  ]);
}

const findFunctionProblems = (
  name: string,
  value: unknown,
  where: string,
): { where: string; seen: string; fix: string }[] =>
  typeof value === 'function'
    ? []
    : [{ where, seen: `${name} is ${describeKind(value)}.`, fix: 'give a function.' }];
