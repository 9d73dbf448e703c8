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
  private readonly storages: readonly TransformerStorage[];

  constructor() {
    const loaded = createRequire(process.execPath).cache;
    this.storages = Object.keys(loaded)
      .filter(path => STORAGE_MODULE.test(path))
      .map(
        path =>
          (loaded[path]?.exports as { defaultMetadataStorage?: TransformerStorage } | undefined)
            ?.defaultMetadataStorage,
      )
      .filter(storage => storage !== undefined);
  }

  /** Properties with `@Type` or `@Expose`, parents first. */
  properties(target: AnyConstructor): string[] {
    const names = this.storages.flatMap(storage => [
      ...typedProperties(storage._typeMetadatas, target),
      ...storage.getExposedMetadatas(target).map(record => record.propertyName),
    ]);
    return [...new Set(names)].filter(name => name !== undefined);
  }

  /** True when `@Exclude()` or `@Expose()` on the class itself rules all its properties. */
  hasClassStrategy(target: AnyConstructor): boolean {
    return this.storages.some(storage => storage.getStrategy(target) !== 'none');
  }

  property(target: AnyConstructor, property: string): TransformerRecord {
    return this.storages.map(storage => readProperty(storage, target, property)).reduce(merge, NOTHING);
  }
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
