import { createRequire } from 'node:module';
import type { AnyConstructor } from '../../foundation/constructor.js';

/** `@Type` on one property, as class-transformer stores it. */
export interface TypeRecord {
  readonly typeFunction: (help: object) => unknown;
  readonly options?: {
    readonly keepDiscriminatorProperty?: boolean;
    readonly discriminator?: {
      readonly property: string;
      readonly subTypes: readonly { readonly name: string; readonly value: unknown }[];
    };
  };
}

interface ScopedRecord {
  readonly propertyName: string | undefined;
  readonly options?: {
    readonly name?: string;
    readonly toClassOnly?: boolean;
    readonly toPlainOnly?: boolean;
  };
}

interface TransformerStorage {
  readonly _typeMetadatas?: unknown;
  readonly _exposeMetadatas?: unknown;
  readonly _excludeMetadatas?: unknown;
  readonly _transformMetadatas?: unknown;
  findTypeMetadata(target: AnyConstructor, property: string): TypeRecord | undefined;
  findExposeMetadata(target: AnyConstructor, property: string): ScopedRecord | undefined;
  findExcludeMetadata(target: AnyConstructor, property: string): ScopedRecord | undefined;
  findTransformMetadatas(target: AnyConstructor, property: string, direction: number): readonly unknown[];
  getExposedMetadatas(target: AnyConstructor): readonly ScopedRecord[];
  getStrategy(target: AnyConstructor): 'none' | 'excludeAll' | 'exposeAll';
}

/** What class-transformer will do with one property of incoming data. */
export interface TransformerRecord {
  readonly type?: TypeRecord;
  /** The name in JSON, where `@Expose({ name })` sets one. */
  readonly name?: string;
  readonly excluded: boolean;
  /** Only class-transformer itself can do what the decorators ask for. */
  readonly needsLibrary: boolean;
}

const PLAIN_TO_CLASS = 0;
const STORAGE_MODULE = /[\\/]class-transformer[\\/]cjs[\\/]storage\.js$/;

/**
 * Reads class-transformer's decorators. Its storage is neither global nor exported, but a decorator can only have
 * run when the module is loaded: looking among the loaded modules works with several copies and with none.
 */
export class TransformerRecords {
  private readonly storages = loadedStorages();

  /** Properties with `@Type` or `@Expose`, parents first. */
  properties(target: AnyConstructor): string[] {
    const names = this.knowing(target).flatMap(storage => [
      ...typedProperties(storage._typeMetadatas, target),
      ...storage.getExposedMetadatas(target).map(record => record.propertyName),
    ]);
    return [...new Set(names)].filter(name => name !== undefined);
  }

  /** True when `@Exclude()` or `@Expose()` on the class itself rules all its properties. */
  hasClassStrategy(target: AnyConstructor): boolean {
    return this.knowing(target).some(storage => storage.getStrategy(target) !== 'none');
  }

  property(target: AnyConstructor, property: string): TransformerRecord {
    return this.knowing(target)
      .map(storage => readProperty(storage, target, property))
      .reduce(merge, NOTHING);
  }

  private knowing(target: AnyConstructor): readonly TransformerStorage[] {
    return this.storages.filter(storage => knows(storage, target));
  }
}

/** Whether a storage has anything about a class or its parents: asking it costs much more, and most classes are strangers. */
function knows(storage: TransformerStorage, target: AnyConstructor): boolean {
  const { _typeMetadatas, _exposeMetadatas, _excludeMetadatas, _transformMetadatas } = storage;
  const maps = [_typeMetadatas, _exposeMetadatas, _excludeMetadatas, _transformMetadatas];
  if (!maps.every(map => map instanceof Map)) return true;
  for (let each: unknown = target; typeof each === 'function'; each = Object.getPrototypeOf(each)) {
    if (maps.some(map => map.has(each))) return true;
  }
  return false;
}

type Exports = { readonly defaultMetadataStorage?: TransformerStorage } | undefined;

let loadedModules: NodeJS.Dict<NodeJS.Module> | undefined;
let found: { readonly moduleCount: number; readonly paths: readonly string[] } | undefined;

/** Modules are only looked through again when there are more or fewer: there may be thousands, and each class asks. */
function loadedStorages(): readonly TransformerStorage[] {
  const modules = (loadedModules ??= createRequire(process.execPath).cache);
  const paths = Object.keys(modules);
  if (found?.moduleCount !== paths.length) {
    found = { moduleCount: paths.length, paths: paths.filter(path => STORAGE_MODULE.test(path)) };
  }
  return found.paths
    .map(path => (modules[path]?.exports as Exports)?.defaultMetadataStorage)
    .filter(storage => storage !== undefined);
}

const NOTHING: TransformerRecord = { excluded: false, needsLibrary: false };

function readProperty(
  storage: TransformerStorage,
  target: AnyConstructor,
  property: string,
): TransformerRecord {
  const type = storage.findTypeMetadata(target, property);
  const expose = incoming(storage.findExposeMetadata(target, property));
  const exclude = incoming(storage.findExcludeMetadata(target, property));
  const transforms = storage.findTransformMetadatas(target, property, PLAIN_TO_CLASS);
  return {
    ...(type === undefined ? {} : { type }),
    ...(expose?.options?.name === undefined ? {} : { name: expose.options.name }),
    excluded: exclude !== undefined || (expose === undefined && storage.getStrategy(target) === 'excludeAll'),
    needsLibrary: expose !== undefined || exclude !== undefined || transforms.length > 0,
  };
}

function merge(a: TransformerRecord, b: TransformerRecord): TransformerRecord {
  return { ...a, ...b, excluded: a.excluded || b.excluded, needsLibrary: a.needsLibrary || b.needsLibrary };
}

const incoming = (record: ScopedRecord | undefined): ScopedRecord | undefined =>
  record?.options?.toPlainOnly === true && record.options.toClassOnly !== true ? undefined : record;

function typedProperties(byClass: unknown, target: AnyConstructor): string[] {
  if (!(byClass instanceof Map)) return [];
  const parent = Object.getPrototypeOf(target) as AnyConstructor | null;
  const inherited = typeof parent === 'function' ? typedProperties(byClass, parent) : [];
  const own = byClass.get(target) as ReadonlyMap<string, unknown> | undefined;
  return [...inherited, ...(own?.keys() ?? [])];
}
