import type { CallObservation } from '../../execution/call-observation.js';
import type { RuntimeOptions } from '../../execution/runtime-options.js';
import { createToolRuntime, type ToolRuntime } from '../../execution/tool-runtime.js';
import { definedMembers, type JsonObject } from '../../foundation/json.js';
import type { LibraryDefinition } from '../../tool/library/compile-library.js';
import { PromptDefinition } from '../../tool/library/prompt-definition.js';
import { ResourceDefinition } from '../../tool/library/resource-definition.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import {
  type CallerRequest,
  type CompletionRequest,
  type Library,
  LibraryFailure,
  type ListedPrompt,
  type ListedResource,
  type ListedTemplate,
  type PromptMessage,
  type PromptRequest,
  type PromptResult,
  type ReadContent,
  type ReadRequest,
} from '../protocol/library.js';
import { type CallerContext, findRunOf } from './caller-run.js';
import { nameWork } from './name-work.js';

/** Serves resources and prompts; each request is one run. */
export class RuntimeLibrary implements Library {
  readonly runtime: ToolRuntime;
  readonly #context: CallerContext;
  readonly #fixed = new Map<string, ResourceDefinition>();
  readonly #templates: readonly ResourceDefinition[];
  readonly #prompts: ReadonlyMap<string, PromptDefinition>;
  readonly #listed: {
    readonly resources: readonly ListedResource[];
    readonly templates: readonly ListedTemplate[];
    readonly prompts: readonly ListedPrompt[];
  };
  /** Under which name each method is known to the runtime. */
  readonly #names: ReadonlyMap<ToolDefinition, string>;

  /** @throws what {@link createToolRuntime} throws; `DEFINITION` for two of one name or URI. */
  constructor(definitions: readonly LibraryDefinition[], options: RuntimeOptions, context: CallerContext) {
    const resources = definitions.filter(each => each instanceof ResourceDefinition);
    const prompts = definitions.filter(each => each instanceof PromptDefinition);
    const isFixed = ({ fields }: ResourceDefinition): boolean => fields.uri.names.length === 0;
    for (const resource of resources.filter(isFixed)) this.#fixed.set(resource.fields.uri.text, resource);
    this.#templates = resources.filter(each => !isFixed(each));
    this.#prompts = new Map(prompts.map(prompt => [prompt.fields.name, prompt]));
    this.#listed = {
      resources: Object.freeze([...this.#fixed.values()].map(listResource)),
      templates: Object.freeze(this.#templates.map(listTemplate)),
      prompts: Object.freeze(prompts.map(listPrompt)),
    };
    this.#names = nameWork(definitions);
    this.#context = context;
    this.runtime = createToolRuntime(
      [...this.#names].map(([work, name]) => work.with({ name })),
      options,
    );
  }

  /** How many resources and prompts there are. */
  get size(): number {
    return this.#names.size;
  }

  resources(): readonly ListedResource[] {
    return this.#listed.resources;
  }

  templates(): readonly ListedTemplate[] {
    return this.#listed.templates;
  }

  prompts(): readonly ListedPrompt[] {
    return this.#listed.prompts;
  }

  async read(request: ReadRequest): Promise<readonly ReadContent[]> {
    const { uri } = request;
    const found = this.#find(uri);
    if (found === undefined) throw notFound(uri);
    const what = `Resource '${uri}'`;
    const { contents } = await this.#run(found.resource.fields.reader, found.values, { request, what });
    const parts = contents as readonly JsonObject[];
    if (parts.length === 0) throw notFound(uri);
    return parts.map(part => ({ uri, ...part })) as unknown as readonly ReadContent[];
  }

  async prompt(request: PromptRequest): Promise<PromptResult> {
    const { name } = request;
    const prompt = this.#prompts.get(name);
    if (prompt === undefined) throw new LibraryFailure('not-found', `There is no prompt '${name}'.`);
    const what = `Prompt '${name}'`;
    const { messages } = await this.#run(prompt.fields.maker, { ...request.arguments }, { request, what });
    return {
      description: prompt.fields.description,
      messages: messages as unknown as readonly PromptMessage[],
    };
  }

  async complete(request: CompletionRequest): Promise<{ readonly values: readonly string[] }> {
    const { argument, value, others } = request;
    const { work, completers } = this.#findCompleted(request);
    const completer = completers.get(argument);
    if (completer === undefined) return { values: allowedValues(work, argument, value) };
    const what = `The completion of '${argument}'`;
    const { values } = await this.#run(completer, { typed: value, others }, { request, what });
    return { values: values as unknown as readonly string[] };
  }

  #find(uri: string): { resource: ResourceDefinition; values: JsonObject } | undefined {
    const fixed = this.#fixed.get(uri);
    if (fixed !== undefined) return { resource: fixed, values: {} };
    for (const resource of this.#templates) {
      const values = resource.fields.uri.match(uri);
      if (values !== undefined) return { resource, values };
    }
    return undefined;
  }

  #findCompleted({ kind, ref }: CompletionRequest): {
    readonly work: ToolDefinition;
    readonly completers: ReadonlyMap<string, ToolDefinition>;
  } {
    if (kind === 'prompt') {
      const prompt = this.#prompts.get(ref);
      if (prompt !== undefined) return { work: prompt.fields.maker, completers: prompt.fields.completers };
      throw new LibraryFailure('not-found', `There is no prompt '${ref}'.`);
    }
    const resource =
      this.#templates.find(({ fields }) => fields.uri.text === ref) ?? this.#find(ref)?.resource;
    if (resource !== undefined)
      return { work: resource.fields.reader, completers: resource.fields.completers };
    throw new LibraryFailure('invalid', `There is no resource template '${ref}'.`);
  }

  async #run(
    work: ToolDefinition,
    given: JsonObject,
    { request, what }: { readonly request: CallerRequest; readonly what: string },
  ): Promise<JsonObject> {
    const { caller, cancellation } = request;
    const name = this.#names.get(work) ?? work.name;
    const run = await findRunOf(caller, name, this.#context);
    if (run === undefined)
      throw new LibraryFailure('failed', `${what} failed: the server could not tell who is calling.`);
    const observation = await this.runtime.callUntil(cancellation, { name, arguments: given }, run);
    if (!observation.isError && observation.structuredContent !== undefined)
      return observation.structuredContent;
    throw new LibraryFailure(
      observation.error?.code === 'INVALID_ARGUMENTS' ? 'invalid' : 'failed',
      reword(observation, name, what),
    );
  }
}

const notFound = (uri: string): LibraryFailure =>
  new LibraryFailure('not-found', `There is no resource '${uri}'.`, { uri });

/** The pipeline speaks of tools, and a client has asked for no tool. */
function reword({ text }: CallObservation, name: string, what: string): string {
  const lower = what.charAt(0).toLowerCase() + what.slice(1);
  return text.replaceAll(`Tool '${name}'`, what).replaceAll(`tool '${name}'`, lower);
}

/** Those of the schema that begin as what was typed. */
function allowedValues(work: ToolDefinition, argument: string, typed: string): string[] {
  const values = work.inputSchema.properties?.[argument]?.enum ?? [];
  return values
    .filter(value => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter(value => value.toLowerCase().startsWith(typed.toLowerCase()));
}

function listResource({ fields }: ResourceDefinition): ListedResource {
  const { uri, name, title, description, mimeType, size, icons } = fields;
  const listed = { uri: uri.text, name, title, description, mimeType, size, icons };
  return definedMembers(listed) as ListedResource;
}

function listTemplate({ fields }: ResourceDefinition): ListedTemplate {
  const { uri, name, title, description, mimeType, icons } = fields;
  return definedMembers({
    uriTemplate: uri.text,
    name,
    title,
    description,
    mimeType,
    icons,
  }) as ListedTemplate;
}

function listPrompt({ fields }: PromptDefinition): ListedPrompt {
  const { name, title, description, icons, maker } = fields;
  const { properties = {}, required = [] } = maker.inputSchema;
  const takes = Object.entries(properties).map(([argument, schema]) => ({
    name: argument,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    required: required.includes(argument),
  }));
  return definedMembers({
    name,
    title,
    description,
    icons,
    arguments: takes.length === 0 ? undefined : takes,
  }) as ListedPrompt;
}
