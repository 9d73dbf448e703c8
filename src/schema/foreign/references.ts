import { isPlainObject } from '../../foundation/json.js';
import { childPath, parseLocalReference } from '../plan/pointer.js';
import type { RawNode } from './places.js';
import type { Report } from './report.js';
import { show } from './report.js';
import { resolveUri, type Resources } from './resources.js';

/** What the references of a schema lead to. */
export class References {
  /** Where references lead to schemas under keywords that expect none, e.g. `components` of OpenAPI. */
  readonly carriers = new Set<string>();

  constructor(
    private readonly resources: Resources,
    private readonly report: Report,
  ) {}

  /** Undefined for nodes that refer to nothing, and where that is refused. */
  follow(node: RawNode): RawNode | boolean | undefined {
    const keyword = ['$ref', '$dynamicRef', '$recursiveRef'].find(each => node[each] !== undefined);
    if (keyword === undefined) return undefined;
    const reference = node[keyword];
    if (typeof reference !== 'string') {
      const { pointer } = this.resources.placeOf(node);
      this.report.refuse(
        pointer,
        `Its '${keyword}' is ${show(reference)}.`,
        'Write a reference as text, e.g. "#/$defs/Name".',
      );
      return undefined;
    }
    if (keyword === '$recursiveRef' && this.resources.root['$recursiveAnchor'] === true)
      return this.resources.root;
    return this.resolve(reference, node, keyword === '$dynamicRef');
  }

  private resolve(reference: string, node: RawNode, isDynamic: boolean): RawNode | boolean | undefined {
    const { pointer, base } = this.resources.placeOf(node);
    const [path = '', fragment = ''] = reference.split('#', 2);
    const uri = path === '' ? base : (resolveUri(path, base) ?? '');
    const document = this.resources.find(uri);
    if (document === undefined) return this.refuse(node, reference, ELSEWHERE);
    if (document === 'disputed') return this.refuse(node, reference, DISPUTED);
    const isPointer = fragment === '' || fragment.startsWith('/');
    const found = isPointer
      ? this.walk(document, fragment, pointer)
      : this.findAnchor(`${uri}#${fragment}`, isDynamic ? fragment : undefined);
    if (found === 'disputed') return this.refuse(node, reference, DISPUTED);
    return found ?? this.refuse(node, reference, NOWHERE);
  }

  private refuse(node: RawNode, reference: string, { seen, fix }: Mistake): RawNode | undefined {
    const { pointer } = this.resources.placeOf(node);
    this.report.refuse(pointer, `Its reference ${show(reference)} ${seen}`, fix);
    return undefined;
  }

  private findAnchor(uri: string, dynamicName: string | undefined): RawNode | 'disputed' | undefined {
    const isDynamic = dynamicName !== undefined && this.resources.isDynamic(uri);
    return isDynamic ? this.resources.findDynamic(dynamicName) : this.resources.find(uri);
  }

  private walk(document: RawNode, fragment: string, from: string): RawNode | boolean | undefined {
    const steps = parseLocalReference(`#${fragment}`);
    if (steps === undefined) return undefined;
    const [first = '', ...rest] = steps;
    const renamed = RENAMED[first];
    const found = this.walkSteps(document, steps);
    if (found !== undefined || renamed === undefined) return found;
    const other = this.walkSteps(document, [renamed, ...rest]);
    if (other !== undefined) this.report.note(from, `its reference was read as one to '${renamed}'.`);
    return other;
  }

  private walkSteps(document: RawNode, steps: readonly string[]): RawNode | boolean | undefined {
    let node: unknown = document;
    let place = this.resources.placeOf(document);
    let carrier: string | undefined;
    for (const step of steps) {
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
      node = (node as Record<string, unknown>)[step];
      const isKnown = isPlainObject(node) && this.resources.isKnown(node);
      place = isKnown
        ? this.resources.placeOf(node as RawNode)
        : { ...place, pointer: childPath(place.pointer, step) };
      carrier = isKnown ? undefined : (carrier ?? place.pointer);
    }
    if (typeof node === 'boolean') return node;
    if (!isPlainObject(node)) return undefined;
    this.resources.add(node, place);
    if (carrier !== undefined) this.carriers.add(carrier);
    return node;
  }
}

interface Mistake {
  readonly seen: string;
  readonly fix: string;
}

const DISPUTED: Mistake = {
  seen: 'leads to several different parts.',
  fix: 'Give every part an `$id` or an anchor of its own.',
};
const ELSEWHERE: Mistake = {
  seen: 'leads to another document, and none is ever fetched.',
  fix: 'Put what it leads to under `$defs`.',
};
const NOWHERE: Mistake = {
  seen: 'leads to nothing.',
  fix: 'Correct it, or put what it leads to under `$defs`.',
};

/** Where older and newer drafts keep what is referred to: one is often written where the other is meant. */
const RENAMED: Readonly<Record<string, string | undefined>> = { definitions: '$defs', $defs: 'definitions' };
