import type { Issue } from '../issue.js';
import { childPath } from './pointer.js';
import { describeReceived } from './words.js';

export interface ArgumentLimits {
  /** Levels of objects and arrays; the whole value is level 1. */
  readonly maxDepth: number;
  /** UTF-8 bytes of the JSON text; estimated for values that do not come as text. */
  readonly maxBytes: number;
}

interface Frame {
  readonly value: object;
  /** What an array, a Map or a Set holds; undefined for objects. */
  readonly items: readonly unknown[] | undefined;
  /** Of an object. */
  readonly keys: readonly string[];
  readonly path: string;
  next: number;
}

/**
 * Refuses a value that is too deep, too large or cyclic, or that has an own `__proto__` member anywhere. Works
 * without recursion, so that no value can overflow the stack.
 *
 * @param path - JSON Pointer of `value` inside the arguments, to begin the path of the issue.
 */
export function checkArgumentSize(value: unknown, limits: ArgumentLimits, path = ''): Issue | undefined {
  const walk = new SizeWalk(limits);
  let refusal = walk.visit(value, path);
  while (refusal === undefined && walk.isOpen) refusal = walk.step();
  return refusal;
}

class SizeWalk {
  private readonly frames: Frame[] = [];
  private readonly open = new Set<object>();
  private bytes = 0;

  constructor(private readonly limits: ArgumentLimits) {}

  get isOpen(): boolean {
    return this.frames.length > 0;
  }

  /** Visits the next child of the innermost open object, or closes it. */
  step(): Issue | undefined {
    const frame = this.frames[this.frames.length - 1] as Frame;
    const { value, items, keys } = frame;
    const index = frame.next++;
    if (index === (items ?? keys).length) {
      this.frames.pop();
      this.open.delete(value);
      return undefined;
    }
    if (items !== undefined) return this.visitChild(items[index], frame, index);
    const key = keys[index] as string;
    if (key === '__proto__') return refuse(childPath(frame.path, key), 'no member of this name', value);
    this.bytes += measureText(key) + 1;
    return this.visitChild((value as Record<string, unknown>)[key], frame, key);
  }

  visit(value: unknown, path: string): Issue | undefined {
    this.bytes += measure(value) + 1;
    if (this.bytes > this.limits.maxBytes) {
      return { path: '', expected: describeSize(this.limits.maxBytes), received: 'more than that' };
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
    if (this.open.has(value)) return refuse(path, 'data without a cycle', value);
    if (this.frames.length >= this.limits.maxDepth) {
      return refuse(path, describeDepth(this.limits.maxDepth), value);
    }
    this.open.add(value);
    const items = itemsOf(value);
    const keys = items === undefined ? Object.keys(value) : [];
    this.frames.push({ value, items, keys, path, next: 0 });
    return undefined;
  }

  /** Leaves the path of a primitive unbuilt: it is only read from objects. */
  private visitChild(child: unknown, frame: Frame, key: string | number): Issue | undefined {
    return this.visit(child, typeof child === 'object' ? childPath(frame.path, key) : '');
  }
}

/** A caller in JavaScript may pass a Map or a Set where nothing says what a value is. */
function itemsOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)].flat();
  return value instanceof Set ? [...(value as ReadonlySet<unknown>)] : undefined;
}

export function describeDepth(maxDepth: number): string {
  return `at most ${maxDepth} levels of objects and arrays`;
}

export function describeSize(maxBytes: number): string {
  return `at most ${maxBytes} bytes of JSON`;
}

function refuse(path: string, expected: string, value: unknown): Issue {
  return { path, expected, received: describeReceived(value) };
}

function measure(value: unknown): number {
  if (typeof value === 'string') return measureText(value);
  if (typeof value === 'object' && value !== null) return ArrayBuffer.isView(value) ? value.byteLength : 1;
  return 4;
}

function measureText(text: string): number {
  return Buffer.byteLength(text) + 2;
}
