import { contentHash } from '../../foundation/content-hash.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { DialectName } from './dialect-name.js';
import { exportedNames } from './exported-name.js';
import type { Profile } from './profile.js';
import type { Rendering } from './render-tool.js';
import { profileOf, renderChosen } from './render-tool.js';
import type { RefusedTool, RenderableTool, RenderedTool, RenderedToolList } from './rendered-tool.js';

/**
 * A list of tools in the shape of one provider's API: with exported names that differ, and within the limits that the
 * provider sets for one request. A tool that cannot be expressed is refused with the reason, and the others are rendered.
 */
export function renderTools(definitions: readonly RenderableTool[], dialect: DialectName): RenderedToolList {
  const profile = profileOf(dialect);
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
      refused.push({ name: definition.name, reason });
      continue;
    }
    try {
      const rendered = budget.spend(definition, name);
      byName.set(name, Object.freeze({ originalName: definition.name, rendered }));
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      refused.push({ name: definition.name, reason: error.message });
    }
  }
  const tools = [...byName.values()].map(entry => entry.rendered);
  return Object.freeze({
    dialect,
    tools: Object.freeze(tools),
    refused: Object.freeze(refused),
    warnings: Object.freeze(tools.flatMap(tool => tool.warnings)),
    hash: contentHash(tools.map(tool => tool.hash).join('\n')),
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
    const dialect = this.profile.name;
    const rendering = renderChosen(definition, dialect, { name });
    const { list } = this.profile;
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
    if (this.tools + 1 > list.tools) return `the list has ${list.tools} strict tools already`;
    if (this.optionals + optionals > list.optionals)
      return `the strict tools of the list would have more than ${list.optionals} optional members`;
    return this.unions + unions > list.unions
      ? `the strict tools of the list would have more than ${list.unions} unions`
      : undefined;
  }
}
