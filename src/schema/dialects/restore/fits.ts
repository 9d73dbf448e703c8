import type { JsonSchemaType } from '../../json-schema.js';
import { isObject } from '../../plan/members.js';
import { isWithin, jsonTypeOf } from '../../validators/json-type.js';
import type { Definitions, Node } from '../node.js';
import { isNode, namedNodesOf, nodesOf, propertiesOf, referenceOf, requiredOf } from '../node.js';
import { sameValue } from '../same-value.js';

/** Whether values have the form of nodes: which branch of a union a value is, is told by that. Bounds are not looked at. */
export class Fitter {
  /** Branches of branches ask about the same member again and again. */
  private readonly known = new WeakMap<object, Map<Node, boolean>>();

  constructor(private readonly definitions: Definitions) {}

  fits(value: unknown, node: Node): boolean {
    if (typeof value !== 'object' || value === null) return this.judge(value, node);
    const verdicts = this.known.get(value) ?? new Map<Node, boolean>();
    this.known.set(value, verdicts);
    const known = verdicts.get(node);
    if (known !== undefined) return known;
    // A reference that leads back to itself without going into the value fits nothing.
    verdicts.set(node, false);
    const verdict = this.judge(value, node);
    verdicts.set(node, verdict);
    return verdict;
  }

  private judge(value: unknown, node: Node): boolean {
    const name = referenceOf(node);
    if (name !== undefined) {
      const target = this.definitions[name];
      return target !== undefined && this.fits(value, target);
    }
    if (!fitsType(value, node) || !fitsValues(value, node)) return false;
    const branches = nodesOf(node.anyOf ?? node.oneOf);
    if (branches.length > 0 && !branches.some(branch => this.fits(value, branch))) return false;
    if (Array.isArray(value)) return this.fitsItems(value, node);
    return !isObject(value) || this.fitsMembers(value, node);
  }

  private fitsItems(items: readonly unknown[], node: Node): boolean {
    const places = nodesOf(node.prefixItems);
    return items.every((item, index) => {
      const part = places[index] ?? node.items;
      return !isNode(part) || this.fits(item, part);
    });
  }

  private fitsMembers(value: Record<string, unknown>, node: Node): boolean {
    if (!requiredOf(node).every(name => Object.hasOwn(value, name))) return false;
    const properties = propertiesOf(node);
    return Object.entries(value).every(([name, member]) => {
      const part = Object.hasOwn(properties, name)
        ? namedNodesOf(node.properties)[name]
        : node.additionalProperties;
      return part !== false && (!isNode(part) || this.fits(member, part));
    });
  }
}

function fitsType(value: unknown, node: Node): boolean {
  if (node.type === undefined) return true;
  return isWithin(jsonTypeOf(value), [node.type].flat() as JsonSchemaType[]);
}

function fitsValues(value: unknown, node: Node): boolean {
  if ('const' in node) return sameValue(node.const, value);
  return !Array.isArray(node.enum) || node.enum.some(each => sameValue(each, value));
}
