import type { AnyConstructor } from '../foundation/constructor.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { ToolAnnotations } from './annotations.js';
import type { PromptOptions, ResourceOptions } from './library/library-options.js';
import type { ReplayClass } from './replay-class.js';
import type { ToolOrigin } from './tool-definition.js';
import type { ParamOptions, ReturnsOptions, ToolOptions, ToolSetOptions } from './tool-options.js';

/** What decorators said about one method or property. */
export interface MemberMetadata {
  readonly tool?: ToolOptions;
  readonly replayClass?: ReplayClass;
  readonly returns?: ReturnsOptions;
  readonly resource?: StatedResource;
  readonly prompt?: PromptOptions;
  /** `@Param` on the property itself. */
  readonly param?: ParamOptions;
  /** `@Param` on parameters, by position. */
  readonly params?: ReadonlyMap<number, ParamOptions>;
  /** The method as its author wrote it; other decorators may put a wrapper in its place. */
  readonly written?: Method;
}

/** What `@Resource` says. */
export interface StatedResource extends ResourceOptions {
  readonly uri: string;
}

export type Method = (...args: unknown[]) => unknown;

export type MemberKey = string | symbol;

/** What decorators said about one class. Inherited facts are not in it; {@link readClassMetadata} merges them. */
export interface ClassMetadata {
  readonly tool?: ToolOptions;
  /** Of a class that was made from what somebody else says of a tool. */
  readonly stated?: StatedTool;
  readonly toolSet?: ToolSetOptions;
  readonly replayClass?: ReplayClass;
  readonly returns?: ReturnsOptions;
  readonly members: ReadonlyMap<MemberKey, MemberMetadata>;
  readonly staticMembers: ReadonlyMap<MemberKey, MemberMetadata>;
}

/** What is otherwise derived from decorators: schemas as they came, and where the tool lives. */
export interface StatedTool {
  readonly origin: ToolOrigin;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Hints as they came, whatever the replay class is. */
  readonly annotations: ToolAnnotations;
}

const METADATA = Symbol.for('toolwright.metadata');
const EMPTY: ClassMetadata = Object.freeze({ members: new Map(), staticMembers: new Map() });

/** Where the standard keeps the metadata of a class. Node has none yet, and compilers look for it when a class is made. */
const STANDARD_METADATA: symbol = ((Symbol as { metadata?: symbol }).metadata ??=
  Symbol.for('Symbol.metadata'));
export const METADATA_OF_CLASS = 'Symbol.metadata';

/** A member that is decorated. */
export interface MemberPlace {
  readonly key: MemberKey;
  readonly isStatic: boolean;
  /** What it holds: a function when it is a method. */
  readonly value: unknown;
}

/** Replaces what a class, or its metadata under the standard, records itself by what `change` makes of it. */
export function updateClassMetadata(
  holder: object,
  change: (metadata: ClassMetadata) => ClassMetadata,
): void {
  const value = Object.freeze(change(recordOf(holder) ?? EMPTY));
  Object.defineProperty(holder, METADATA, { value, configurable: true });
}

/** Like {@link updateClassMetadata} for one member. */
export function updateMemberMetadata(
  holder: object,
  { key, isStatic, value }: MemberPlace,
  change: (member: MemberMetadata) => MemberMetadata,
): void {
  const list = isStatic ? 'staticMembers' : 'members';
  const written = typeof value === 'function' ? { written: value as Method } : {};
  updateClassMetadata(holder, metadata => {
    const member = change({ ...metadata[list].get(key), ...written });
    return { ...metadata, [list]: new Map(metadata[list]).set(key, Object.freeze(member)) };
  });
}

/** The record of a class with the facts of its parents beneath; undefined when none of them carries a decorator. */
export function readClassMetadata(target: AnyConstructor): ClassMetadata | undefined {
  const own = ownMetadata(target);
  const parent: unknown = Object.getPrototypeOf(target);
  const inherited = typeof parent === 'function' ? readClassMetadata(parent as AnyConstructor) : undefined;
  if (own === undefined || inherited === undefined) return own ?? inherited;
  return {
    ...inherited,
    ...own,
    ...mergedOptions(inherited, own),
    members: mergeMembers(inherited.members, own.members),
    staticMembers: mergeMembers(inherited.staticMembers, own.staticMembers),
  };
}

/** True when the class, or a member of it, is a tool, or a member is a resource or prompt. */
export function declaresTools(target: AnyConstructor): boolean {
  return readClassMetadata(target)?.tool !== undefined || hasToolMembers(target) || declaresLibrary(target);
}

/** True when a method of the class is a resource or a prompt. */
export function declaresLibrary(target: AnyConstructor): boolean {
  const metadata = readClassMetadata(target);
  return metadata !== undefined && membersOf(metadata).some(({ member }) => isOfLibrary(member));
}

export const isOfLibrary = ({ resource, prompt }: MemberMetadata): boolean =>
  resource !== undefined || prompt !== undefined;

/** True when a method of the class is a tool. */
export function hasToolMembers(target: AnyConstructor): boolean {
  const metadata = readClassMetadata(target);
  return metadata !== undefined && membersOf(metadata).some(({ member }) => member.tool !== undefined);
}

/** One decorated member and where it stands. */
export interface MemberSite {
  readonly key: MemberKey;
  readonly isStatic: boolean;
  readonly member: MemberMetadata;
}

/** Every decorated member, static ones last. */
export function membersOf({ members, staticMembers }: ClassMetadata): MemberSite[] {
  return [
    ...Array.from(members, ([key, member]) => ({ key, isStatic: false, member })),
    ...Array.from(staticMembers, ([key, member]) => ({ key, isStatic: true, member })),
  ];
}

/** True when a decorator stands on this very member, not on one it overrides. */
export function hasOwnMemberMetadata(owner: object, key: MemberKey): boolean {
  const isStatic = typeof owner === 'function';
  const own = ownMetadata((isStatic ? owner : owner.constructor) as AnyConstructor);
  return own?.[isStatic ? 'staticMembers' : 'members'].has(key) ?? false;
}

function ownMetadata(target: AnyConstructor): ClassMetadata | undefined {
  const own = recordOf(target);
  if (own !== undefined || !Object.hasOwn(target, STANDARD_METADATA)) return own;
  const metadata = (target as unknown as Record<symbol, unknown>)[STANDARD_METADATA];
  return typeof metadata === 'object' && metadata !== null ? recordOf(metadata) : undefined;
}

function recordOf(holder: object): ClassMetadata | undefined {
  return Object.hasOwn(holder, METADATA) ? (holder as Record<symbol, ClassMetadata>)[METADATA] : undefined;
}

function mergeMembers(
  inherited: ReadonlyMap<MemberKey, MemberMetadata>,
  own: ReadonlyMap<MemberKey, MemberMetadata>,
): ReadonlyMap<MemberKey, MemberMetadata> {
  const merged = new Map(inherited);
  for (const [key, member] of own) {
    const base = merged.get(key);
    merged.set(key, base === undefined ? member : mergeMember(base, member));
  }
  return merged;
}

function mergeMember(inherited: MemberMetadata, own: MemberMetadata): MemberMetadata {
  const params = new Map(inherited.params);
  for (const [index, options] of own.params ?? []) params.set(index, { ...params.get(index), ...options });
  return {
    ...inherited,
    ...own,
    ...mergedOptions(inherited, own),
    ...(inherited.param && own.param ? { param: { ...inherited.param, ...own.param } } : {}),
    ...(params.size > 0 ? { params } : {}),
  };
}

function mergedOptions(
  inherited: { tool?: ToolOptions },
  own: { tool?: ToolOptions },
): { tool?: ToolOptions } {
  if (inherited.tool === undefined || own.tool === undefined) return {};
  const params: Record<string, ParamOptions> = { ...inherited.tool.params };
  for (const [name, facts] of Object.entries(own.tool.params ?? {}))
    params[name] = { ...params[name], ...facts };
  const tool = { ...inherited.tool, ...own.tool };
  return { tool: Object.keys(params).length > 0 ? { ...tool, params } : tool };
}
