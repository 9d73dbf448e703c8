import { isPlainObject } from '../foundation/json.js';
import type { DialectName } from '../schema/dialects/dialect-name.js';
import { renderTools } from '../schema/dialects/render-tools.js';
import type { RenderableTool, RenderedTool, RenderedToolList } from '../schema/dialects/rendered-tool.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { type CallClaims, SECURITY_RISKS, type SecurityRisk } from '../tool/call-policy.js';
import type { ToolDefinition } from '../tool/tool-definition.js';

const RISK = 'security_risk';
const SUMMARY = 'summary';

const CLAIMS: Readonly<Record<string, JsonSchema>> = {
  [RISK]: {
    type: 'string',
    enum: SECURITY_RISKS,
    description:
      'How much harm this call may do: low reads or changes little, medium changes something, high destroys, sends or pays.',
  },
  [SUMMARY]: { type: 'string', description: 'What this call is for, in at most ten words.' },
};

/** A call as a runtime takes it, and what the model says of it. */
export interface ReadCall {
  readonly toolName: string;
  readonly arguments: unknown;
  readonly claims: CallClaims;
  /** What is wrong with the claims themselves. */
  readonly mistake?: string;
}

/** The tools of a run in the words of its model, and the way back. */
export class OfferedTools {
  readonly #list: RenderedToolList;
  readonly #definitions: ReadonlyMap<string, ToolDefinition>;
  readonly #asks: boolean;

  /** @param asksForClaims - Whether tools that do not only read ask for `security_risk` and `summary`. */
  constructor(definitions: readonly ToolDefinition[], dialect: DialectName, asksForClaims: boolean) {
    this.#asks = asksForClaims;
    this.#definitions = new Map(definitions.map(definition => [definition.name, definition]));
    this.#list = renderTools(asksForClaims ? definitions.map(withClaims) : definitions, dialect);
  }

  get rendered(): readonly RenderedTool[] {
    return this.#list.tools;
  }

  /** Their own names. */
  get names(): readonly string[] {
    return this.#list.tools.flatMap(({ name }) => this.#list.find(name)?.originalName ?? []);
  }

  /** Of tools that cannot be offered, or not as asked for. */
  get warnings(): readonly string[] {
    return [...this.#list.refused.map(({ reason }) => reason), ...this.#list.warnings];
  }

  /** The name that the model has to use; undefined for a tool that is not offered. */
  exportedName(toolName: string): string | undefined {
    return this.#list.tools.find(({ name }) => this.#list.find(name)?.originalName === toolName)?.name;
  }

  /** Whether a tool has this name, here or for the model. */
  has(name: string): boolean {
    return this.#definitions.has(name) || this.#list.find(name) !== undefined;
  }

  definitionOf(exportedName: string): ToolDefinition | undefined {
    const found = this.#list.find(exportedName);
    return found && this.#definitions.get(found.originalName);
  }

  /** What a model wrote, in the shape of the tool's own schema. What is no JSON is left for validation to refuse. */
  read(exportedName: string, written: string): ReadCall {
    const found = this.#list.find(exportedName);
    if (found === undefined) return { toolName: exportedName, arguments: written, claims: {} };
    const { originalName: toolName, rendered } = found;
    const restored = rendered.restoreArguments(written);
    const names = this.#asks ? claimNamesOf(this.#definitions.get(toolName)) : [];
    if (names.length === 0) return { toolName, arguments: restored, claims: {} };
    const value = parse(parse(restored));
    if (!isPlainObject(value)) return { toolName, arguments: restored, claims: {} };
    return { toolName, ...takeClaims(value, names) };
  }
}

const renderables = new WeakMap<ToolDefinition, RenderableTool>();

/** Kept, so that a list of the same tools is rendered once. */
function withClaims(definition: ToolDefinition): RenderableTool {
  const names = claimNamesOf(definition);
  if (names.length === 0) return definition;
  const known = renderables.get(definition);
  if (known !== undefined) return known;
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const claims = Object.fromEntries(names.map(claim => [claim, CLAIMS[claim] as JsonSchema]));
  const schema = { ...inputSchema, properties: { ...claims, ...inputSchema.properties } };
  const made = { name, title, description, inputSchema: schema, outputSchema, annotations };
  renderables.set(definition, made);
  return made;
}

/** Never a name that is the tool's own. */
function claimNamesOf(definition: ToolDefinition | undefined): string[] {
  if (definition === undefined || definition.replayClass === 'read_only') return [];
  const { type, properties = {} } = definition.inputSchema;
  // What is a choice of objects at its root has no place for more.
  if (type !== 'object') return [];
  return Object.keys(CLAIMS).filter(name => !Object.hasOwn(properties, name));
}

function takeClaims(value: Record<string, unknown>, names: readonly string[]): Omit<ReadCall, 'toolName'> {
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  const taken = names.includes(RISK) ? (value[RISK] ?? undefined) : undefined;
  const summary = names.includes(SUMMARY) ? value[SUMMARY] : undefined;
  const isRisk = SECURITY_RISKS.includes(taken as SecurityRisk);
  return {
    arguments: rest,
    claims: {
      ...(isRisk ? { securityRisk: taken as SecurityRisk } : {}),
      ...(typeof summary === 'string' ? { summary } : {}),
    },
    ...(taken === undefined || isRisk
      ? {}
      : { mistake: `/${RISK}: expected one of ${SECURITY_RISKS.map(risk => `"${risk}"`).join(', ')}` }),
  };
}

/** Models encode twice at times. */
function parse(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
