import { contentHash } from '../../foundation/content-hash.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { JsonObject } from '../../foundation/json.js';
import { deepFreeze, frozenCopy, isPlainObject } from '../../foundation/json.js';
import { describeKind } from '../../foundation/value-kind.js';
import type { JsonSchema } from '../json-schema.js';
import { isStackOverflow } from '../plan/stack-overflow.js';
import { checkVerbatim } from './check-verbatim.js';
import type { DialectName } from './dialect-name.js';
import { exportedName, isAllowed } from './exported-name.js';
import { lowerSchema } from './lower-schema.js';
import type { Measure } from './measure.js';
import type { Node } from './node.js';
import type { Profile, SchemaRules } from './profile.js';
import { profiles } from './profiles/profiles.js';
import type { RenderableTool, RenderedTool } from './rendered-tool.js';
import { placeOf } from './report.js';
import { buildRestore } from './restore/restore-arguments.js';
import { Unrenderable } from './unrenderable.js';

/** A rendering, and what a list has to know of it. */
export interface Rendering {
  readonly rendered: RenderedTool;
  readonly optionals: number;
  readonly unions: number;
}

/** What a list decides about a tool: its exported name, and why it is not strict. */
export interface Choice {
  readonly name?: string;
  readonly notStrict?: string;
}

const cache = new WeakMap<RenderableTool, Map<string, Rendering>>();

/**
 * One tool in the shape of one provider's API; its schema is kept as far as the provider takes it, and what is lost on the
 * way is reported. A second call with the same definition gives the same object.
 *
 * @throws DEFINITION for a tool that the dialect has no way to express.
 */
export function renderTool(definition: RenderableTool, dialect: DialectName): RenderedTool {
  return renderChosen(definition, dialect, {}).rendered;
}

/** {@link renderTool} under a name and a strictness that a list chose. */
export function renderChosen(definition: RenderableTool, dialect: DialectName, choice: Choice): Rendering {
  checkShape(definition);
  const known = cache.get(definition) ?? new Map<string, Rendering>();
  cache.set(definition, known);
  const key = `${dialect}\n${choice.name ?? ''}\n${choice.notStrict ?? ''}`;
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const rendering = render(definition, profileOf(dialect), choice);
  known.set(key, rendering);
  return rendering;
}

/** Objects that only look like definitions come from code without types. */
function checkShape(definition: RenderableTool): void {
  const { name, inputSchema } = definition as { name?: unknown; inputSchema?: unknown };
  const where = typeof name === 'string' ? `Tool '${name}'` : 'A tool';
  const problem = (seen: string, fix: string): DefinitionError => new DefinitionError([{ where, seen, fix }]);
  if (typeof name !== 'string') throw problem("it has no 'name'.", 'give it a name as text.');
  if (!isPlainObject(inputSchema))
    throw problem(
      `its 'inputSchema' is ${describeKind(inputSchema)}, not a JSON Schema.`,
      'write the JSON Schema of the arguments, an object, as `inputSchema`.',
    );
}

export function profileOf(dialect: DialectName): Profile {
  if (Object.hasOwn(profiles, dialect)) return profiles[dialect];
  throw new DefinitionError([
    {
      where: `Dialect '${dialect}'`,
      seen: 'there is no such dialect.',
      fix: `use one of ${Object.keys(profiles).join(', ')}.`,
    },
  ]);
}

function render(definition: RenderableTool, profile: Profile, choice: Choice): Rendering {
  try {
    const name = choice.name ?? exportedName(definition.name, profile.names);
    if (profile.schema === undefined) {
      const warnings = [
        ...adviseOnName(name, profile),
        ...adviseOnLists(definition, checkVerbatim(definition)),
      ];
      return finish(definition, profile, { name, warnings });
    }
    if (choice.notStrict !== undefined) return downgrade(definition, profile, [name, [choice.notStrict]]);
    const lowered = lowerSchema(definition.inputSchema, profile.schema);
    const reasons = [...lowered.report.blockers, ...findListExcesses(lowered.measure, profile)];
    if (reasons.length > 0) return downgrade(definition, profile, [name, reasons]);
    return finish(definition, profile, {
      ...{ name, lowered, warnings: adviseOnLists(definition, lowered.longLists) },
    });
  } catch (cause) {
    const { seen, fix } = isStackOverflow(cause) ? TOO_LONG : asUnrenderable(cause);
    const where = `Tool '${definition.name}' in the dialect '${profile.name}'`;
    throw new DefinitionError([{ where, seen, fix }]);
  }
}

const TOO_LONG = {
  seen: 'too many parts of its schema refer to each other in one chain.',
  fix: 'write it with fewer parts.',
};

function asUnrenderable(cause: unknown): Unrenderable {
  if (cause instanceof Unrenderable) return cause;
  throw cause;
}

/** Every request would carry them. */
function adviseOnLists({ name }: RenderableTool, nodes: readonly Node[]): readonly string[] {
  return nodes.map(node => {
    const count = (node['enum'] as readonly unknown[]).length;
    const seen = `Tool '${name}' lists ${count} allowed values at ${placeOf(node)}, all of which are sent to the model.`;
    return `${seen} Fix: take a text there, and let the tool say which values are near it.`;
  });
}

function adviseOnName(name: string, { name: dialect, advisedNames }: Profile): readonly string[] {
  if (advisedNames === undefined || isAllowed(name, advisedNames)) return [];
  const seen = `Tool '${name}' has a name that clients of the dialect '${dialect}' may refuse.`;
  return [`${seen} Fix: use ${advisedNames.inWords}.`];
}

/** What one tool alone takes more of than a whole list may. */
function findListExcesses(measure: Measure | undefined, { list }: Profile): readonly string[] {
  if (list === undefined || measure === undefined) return [];
  return [
    ...(measure.optionals > list.optionals
      ? [`it has ${measure.optionals} optional members, and the limit is ${list.optionals}`]
      : []),
    ...(measure.unions > list.unions
      ? [`it has ${measure.unions} unions, and the limit is ${list.unions}`]
      : []),
  ];
}

type Reasons = readonly [name: string, reasons: readonly string[]];

function downgrade(definition: RenderableTool, profile: Profile, [name, reasons]: Reasons): Rendering {
  const { fallback } = profile;
  if (fallback?.schema === undefined)
    throw new Unrenderable(`${reasons.join('; ')}.`, 'simplify the schema at these places.');
  const lowered = lowerSchema(definition.inputSchema, fallback.schema);
  const notStrict = `Tool '${definition.name}' is not strict in the dialect '${profile.name}': ${reasons.join('; ')}.`;
  const warnings = [notStrict, ...adviseOnLists(definition, lowered.longLists)];
  return finish(definition, { ...fallback, name: profile.name }, { name, warnings, lowered });
}

interface Parts {
  readonly name: string;
  readonly warnings: readonly string[];
  readonly lowered?: ReturnType<typeof lowerSchema>;
}

const restoreBy = (canonical: JsonSchema, rules: SchemaRules | undefined): ((args: unknown) => unknown) =>
  rules === undefined ? args => args : buildRestore(() => lowerSchema(canonical, rules).draft);

function finish(definition: RenderableTool, profile: Profile, { name, warnings, lowered }: Parts): Rendering {
  const parameters = (lowered?.schema ?? definition.inputSchema) as JsonObject;
  const wrapped = profile.wrap({ name, parameters, tool: definition });
  // A schema that goes out as it is belongs to its author, and is for nobody else to freeze.
  const tool = lowered === undefined ? frozenCopy(wrapped) : deepFreeze(wrapped);
  let hash: string | undefined;
  const rendered: RenderedTool = Object.freeze({
    dialect: profile.name,
    tool,
    name,
    strict: profile.isStrict,
    losses: Object.freeze(lowered?.report.losses ?? []),
    warnings: Object.freeze(warnings),
    // Hashing a list costs as much as half of its rendering, and not everyone asks for it.
    get hash() {
      return (hash ??= contentHash(JSON.stringify(tool)));
    },
    restoreArguments: restoreBy(definition.inputSchema, profile.schema),
  });
  const { optionals = 0, unions = 0 } = lowered?.measure ?? {};
  return { rendered, optionals, unions };
}
