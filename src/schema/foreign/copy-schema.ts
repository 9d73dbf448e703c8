import { nameOpaque } from '../../foundation/opaque-object.js';
import { childPath } from '../plan/pointer.js';
import { refuseWhole } from './report.js';

/** Far beyond any schema that a model could read. */
const MAX_LEVELS = 256;
const MAX_CHARACTERS = 4 * 1024 * 1024;

interface Frame {
  readonly source: object;
  readonly target: object;
  readonly keys: readonly string[];
  readonly pointer: string;
  next: number;
}

/**
 * A copy as plain JSON, in which every object stands in one place only. Works without recursion.
 *
 * @throws DefinitionError (`DEFINITION`) for what is no JSON, cyclic, too deep or too large.
 */
export function copySchema(schema: unknown): unknown {
  const walk = new CopyWalk();
  const copy = walk.begin(schema, '');
  while (walk.isOpen) walk.step();
  return copy;
}

class CopyWalk {
  private readonly frames: Frame[] = [];
  private readonly open = new Set<object>();
  private characters = 0;

  get isOpen(): boolean {
    return this.frames.length > 0;
  }

  /** Copies the next member of the innermost open object, or closes it. */
  step(): void {
    const frame = this.frames[this.frames.length - 1] as Frame;
    const key = frame.keys[frame.next++];
    if (key === undefined) {
      this.frames.pop();
      this.open.delete(frame.source);
      return;
    }
    const member: unknown = (frame.source as Record<string, unknown>)[key];
    if (member === undefined && !Array.isArray(frame.source)) return;
    this.count(key.length);
    const value = this.begin(member, childPath(frame.pointer, key));
    // An assignment to `__proto__` would change the prototype instead.
    Object.defineProperty(frame.target, key, { value, enumerable: true, writable: true, configurable: true });
  }

  begin(value: unknown, pointer: string): unknown {
    this.count(typeof value === 'string' ? value.length : 4);
    if (typeof value !== 'object' || value === null) return asPrimitive(value, pointer);
    if (this.open.has(value))
      refuseWhole(pointer, 'This object contains itself.', 'Refer to it with `$ref`.');
    if (this.frames.length >= MAX_LEVELS) {
      const seen = `It nests more than ${MAX_LEVELS} levels of objects and arrays.`;
      refuseWhole(
        cutPointer(pointer),
        seen,
        'Give the inner parts names in `$defs` and refer to them with `$ref`.',
      );
    }
    const opaque = nameOpaque(value);
    if (opaque !== undefined) refuseWhole(pointer, `It is ${opaque}, not JSON.`, 'Write it as JSON.');
    const target: object = Array.isArray(value) ? [] : {};
    this.open.add(value);
    this.frames.push({ source: value, target, keys: Object.keys(value), pointer, next: 0 });
    return target;
  }

  private count(characters: number): void {
    this.characters += characters + 2;
    if (this.characters > MAX_CHARACTERS) {
      const seen = `It is larger than ${MAX_CHARACTERS} characters.`;
      refuseWhole('', seen, 'Leave out what the tool does not need, e.g. long lists of `enum` values.');
    }
  }
}

const cutPointer = (pointer: string): string => pointer.split('/').slice(0, 6).join('/');

function asPrimitive(value: unknown, pointer: string): unknown {
  const isJson =
    value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (!isJson) refuseWhole(pointer, `It is ${describe(value)}, not JSON.`, 'Write it as JSON.');
  return value;
}

const describe = (value: unknown): string =>
  value === undefined ? 'undefined' : typeof value === 'number' ? String(value) : `a ${typeof value}`;
