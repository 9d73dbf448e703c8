import type { AnyConstructor } from '../../foundation/constructor.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { boundClass } from './bind-manifest.js';
import { currentManifest } from './current-manifest.js';
import type { ManifestType, ToolManifest } from './manifest.js';
import { indexOf, type ManifestEntry } from './manifest-index.js';

/** What a manifest knows of one class, and how to find the classes its types refer to. */
export interface ClassKnowledge extends ManifestEntry {
  readonly types: Readonly<Record<string, ManifestType>>;
  /** The class itself said which entry is its own, so names at run time tell nothing. */
  readonly isBound: boolean;
  /** The class with an id, where the program bound it. */
  constructorOf(id: string): AnyConstructor | undefined;
}

/**
 * What is known of a class from source: by its binding, else by its name in the current manifest.
 *
 * @param members - Gives the names of its members that decorators made known; a class of the same name that shares none is another.
 * @throws {@link DefinitionError} when several classes of that name could be meant.
 */
export function findKnowledge(
  target: AnyConstructor,
  members: () => readonly string[],
): ClassKnowledge | undefined {
  const bound = boundClass(target);
  if (bound !== undefined) {
    const entry = indexOf(bound.manifest).find(bound.id);
    return entry === undefined ? undefined : know(bound.manifest, entry, id => bound.classes[id]);
  }
  const manifest = currentManifest();
  if (manifest === undefined) return undefined;
  const entry = chooseEntry(target, indexOf(manifest).named(target.name), members);
  return entry === undefined ? undefined : know(manifest, entry);
}

function know(
  manifest: ToolManifest,
  entry: ManifestEntry,
  constructorOf?: (id: string) => AnyConstructor | undefined,
): ClassKnowledge {
  return {
    ...entry,
    types: manifest.types,
    isBound: constructorOf !== undefined,
    constructorOf: constructorOf ?? ((): undefined => undefined),
  };
}

function chooseEntry(
  target: AnyConstructor,
  entries: readonly ManifestEntry[],
  readMembers: () => readonly string[],
): ManifestEntry | undefined {
  if (entries.length === 0) return undefined;
  const members = readMembers();
  const related = entries.filter(entry => members.length === 0 || sharedWith(entry, members) > 0);
  if (related.length < 2) return related[0];
  const whole = related.filter(entry => sharedWith(entry, members) === members.length);
  if (whole.length === 1) return whole[0];
  throw new DefinitionError([
    {
      where: target.name,
      seen: `the manifest describes several classes of this name: ${related.map(({ id }) => id).join(', ')}.`,
      fix: 'rename one, or bind the classes: write the manifest with --ts and import that module.',
    },
  ]);
}

function sharedWith({ type, methods, staticMethods }: ManifestEntry, members: readonly string[]): number {
  const names = new Set([
    ...methods.keys(),
    ...staticMethods.keys(),
    ...(type?.properties ?? []).map(({ name }) => name),
  ]);
  return members.filter(member => names.has(member)).length;
}
