import { contentHash } from '../../foundation/content-hash.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { JsonObject } from '../../foundation/json.js';
import { deepFreeze, frozenCopy } from '../../foundation/json.js';
import type { JsonSchema } from '../json-schema.js';
import type { DialectName } from './dialect-name.js';
import { exportedName, isAllowed } from './exported-name.js';
import { lowerSchema } from './lower-schema.js';
import type { Measure } from './measure.js';
import type { Profile, SchemaRules } from './profile.js';
import { profiles } from './profiles/profiles.js';
import type { RenderableTool, RenderedTool } from './rendered-tool.js';
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
  const known = cache.get(definition) ?? new Map<string, Rendering>();
  cache.set(definition, known);
  const key = `${dialect}\n${choice.name ?? ''}\n${choice.notStrict ?? ''}`;
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const rendering = render(definition, profileOf(dialect), choice);
  known.set(key, rendering);
  return rendering;
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
    if (profile.schema === undefined)
      return finish(definition, profile, { name, warnings: adviseOnName(name, profile) });
    if (choice.notStrict !== undefined) return downgrade(definition, profile, [name, [choice.notStrict]]);
    const lowered = lowerSchema(definition.inputSchema, profile.schema);
    const reasons = [...lowered.report.blockers, ...findListExcesses(lowered.measure, profile)];
    if (reasons.length > 0) return downgrade(definition, profile, [name, reasons]);
    return finish(definition, profile, { name, warnings: [], lowered });
  } catch (cause) {
    if (!(cause instanceof Unrenderable)) throw cause;
    const where = `Tool '${definition.name}' in the dialect '${profile.name}'`;
    throw new DefinitionError([{ where, seen: cause.seen, fix: cause.fix }]);
  }
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
  const warning = `Tool '${definition.name}' is not strict in the dialect '${profile.name}': ${reasons.join('; ')}.`;
  return finish(definition, { ...fallback, name: profile.name }, { name, warnings: [warning], lowered });
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
