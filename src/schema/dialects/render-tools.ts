import { contentHash } from '../../foundation/content-hash.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { DialectName } from './dialect-name.js';
import { exportedNames } from './exported-name.js';
import { KeptLists } from './kept-lists.js';
import type { Profile } from './profile.js';
import type { Rendering } from './render-tool.js';
import { profileOf, renderChosen } from './render-tool.js';
import type { RefusedTool, RenderableTool, RenderedTool, RenderedToolList } from './rendered-tool.js';

const kept = new Map<DialectName, KeptLists>();

/**
 * A list of tools in the shape of one provider's API: with exported names that differ, and within the limits that the
 * provider sets for one request. A tool that cannot be expressed is refused with the reason, and the others are rendered.
 * A second call with the same definitions in the same order gives the same object.
 *
 * @param definitions - As `runtime.definitions()` gives them.
 */
export function renderTools(definitions: readonly RenderableTool[], dialect: DialectName): RenderedToolList {
  const profile = profileOf(dialect);
  const lists = kept.get(dialect) ?? new KeptLists();
  kept.set(dialect, lists);
  const known = lists.find(definitions);
  if (known !== undefined) return known;
  const rendered = renderList(definitions, profile);
  lists.keep(definitions, rendered);
  return rendered;
}

function renderList(definitions: readonly RenderableTool[], profile: Profile): RenderedToolList {
  const names = exportedNames(
    definitions.map(definition => definition.name),
    profile.names,
  );
  const refused: RefusedTool[] = [];
  const byName = new Map<string, { originalName: string; rendered: RenderedTool }>();
  const budget = new Budget(profile);
  for (const definition of definitions) {
    const name = names.get(definition.name) ?? definition.name;
    if (byName.has(name)) {
      const reason = `Tool '${definition.name}' is in the list twice. Fix: give one of them another name.`;
      refused.push(Object.freeze({ name: definition.name, reason }));
      continue;
    }
    try {
      const rendered = budget.spend(definition, name);
      byName.set(name, Object.freeze({ originalName: definition.name, rendered }));
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      refused.push(Object.freeze({ name: definition.name, reason: error.message }));
    }
  }
  const tools = [...byName.values()].map(entry => entry.rendered);
  let hash: string | undefined;
  return Object.freeze({
    dialect: profile.name,
    tools: Object.freeze(tools),
    refused: Object.freeze(refused),
    warnings: Object.freeze(tools.flatMap(tool => tool.warnings)),
    get hash() {
      return (hash ??= contentHash(tools.map(tool => tool.hash).join('\n')));
    },
    find: (exportedName: string) => byName.get(exportedName),
  });
}

/** What the strict tools of a list may take together; those that come too late are not strict. */
class Budget {
  private tools = 0;
  private optionals = 0;
  private unions = 0;

  constructor(private readonly profile: Profile) {}

  spend(definition: RenderableTool, name: string): RenderedTool {
    const { list, name: dialect } = this.profile;
    // In a long list most tools come too late, and need no strict rendering to know it.
    if (list !== undefined && this.tools >= list.tools) {
      const notStrict = `the list has ${list.tools} strict tools already`;
      return renderChosen(definition, dialect, { name, notStrict }).rendered;
    }
    const rendering = renderChosen(definition, dialect, { name });
    if (list === undefined || !rendering.rendered.strict) return rendering.rendered;
    const notStrict = this.findExcess(rendering, list);
    if (notStrict !== undefined) return renderChosen(definition, dialect, { name, notStrict }).rendered;
    this.tools++;
    this.optionals += rendering.optionals;
    this.unions += rendering.unions;
    return rendering.rendered;
  }

  private findExcess(
    { optionals, unions }: Rendering,
    list: NonNullable<Profile['list']>,
  ): string | undefined {
    if (this.optionals + optionals > list.optionals)
      return `the strict tools of the list would have more than ${list.optionals} optional members`;
    return this.unions + unions > list.unions
      ? `the strict tools of the list would have more than ${list.unions} unions`
      : undefined;
  }
}
