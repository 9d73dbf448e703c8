import type { AnyConstructor, Constructor } from '../../foundation/constructor.js';
import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { staleProblem } from '../../schema/fast/stale-type.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { type ClassKnowledge, findKnowledge } from '../../schema/manifest/class-knowledge.js';
import type { ManifestTool } from '../../schema/manifest/manifest.js';
import { isOfLibrary, type MemberSite, membersOf, readClassMetadata } from '../class-metadata.js';

/** What a manifest knows of one tool. */
export interface ToolKnowledge {
  readonly tool: ManifestTool;
  readonly knowledge: ClassKnowledge;
}

type Finding = { readonly found: ToolKnowledge | undefined; readonly problem?: DefinitionProblem };

/** What is known of a class that is a tool. */
export function findClassTool(target: Constructor): Finding {
  const knowledge = findKnowledge(target, () => memberNames(target));
  if (knowledge === undefined) return { found: undefined };
  if (knowledge.tool !== undefined) return { found: { tool: knowledge.tool, knowledge } };
  return {
    found: undefined,
    problem: { where: target.name, ...staleProblem('in it this class is no tool') },
  };
}

/** What is known of a method: of the class that is asked, which knows type arguments best, else of a parent that has the method. */
export function findMethodTool(
  target: Constructor,
  { key, isStatic, member }: MemberSite,
  owner: object,
  where: string,
): Finding {
  // A manifest describes tools only.
  if (isOfLibrary(member)) return { found: undefined };
  let isDescribed = false;
  for (const each of chainTo(target, classOfOwner(owner))) {
    const knowledge = findKnowledge(each, () => memberNames(each));
    if (knowledge === undefined || typeof key !== 'string') continue;
    const tool = knowledge[isStatic ? 'staticMethods' : 'methods'].get(key);
    if (tool !== undefined) return { found: { tool, knowledge } };
    isDescribed ||= each === classOfOwner(owner);
  }
  if (!isDescribed) return { found: undefined };
  return {
    found: undefined,
    problem: { where, ...staleProblem('it describes the class without this tool') },
  };
}

const classOfOwner = (owner: object): AnyConstructor =>
  (typeof owner === 'function' ? owner : owner.constructor) as AnyConstructor;

function chainTo(target: AnyConstructor, last: AnyConstructor): AnyConstructor[] {
  if (target === last) return [target];
  const parent: unknown = Object.getPrototypeOf(target);
  return typeof parent === 'function' ? [target, ...chainTo(parent as AnyConstructor, last)] : [target];
}

function memberNames(target: AnyConstructor): string[] {
  const metadata = readClassMetadata(target);
  const sites = metadata === undefined ? [] : membersOf(metadata);
  const keys = sites.filter(({ member }) => !isOfLibrary(member)).map(({ key }) => key);
  return keys.filter(key => typeof key === 'string');
}

/** What to tell the model; the author's own words in `@Tool` come before. */
export function describeFromSource(known: ToolKnowledge | undefined): string | undefined {
  const { description, deprecated } = known?.tool ?? {};
  if (deprecated === undefined) return description;
  const note = deprecated === '' ? 'Deprecated.' : `Deprecated: ${deprecated}`;
  return description === undefined ? note : `${description}\n\n${note}`;
}

/** Gives the schema of all arguments whole examples, where the source has some; the node stays the same one, as facts need it. */
export function withExamples(root: JsonSchema, known: ToolKnowledge | undefined): JsonSchema {
  const examples = known?.tool.examples;
  return examples === undefined ? root : Object.assign(root, { examples: [...examples] });
}
