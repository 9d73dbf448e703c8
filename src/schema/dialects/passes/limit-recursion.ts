import type { Draft, Node } from '../node.js';
import { mapParts, nodeAt, referenceOf, requiredOf, without } from '../node.js';
import type { PassContext } from '../pass.js';
import { References } from '../references.js';
import { withSentence } from '../words/sentences.js';

/** Brings recursion into the form that the rules admit. */
export function limitRecursion(draft: Draft, { rules, report }: PassContext): Draft {
  if (rules.recursion === 'free') return draft;
  if (Object.keys(draft.definitions).length === 0) return draft;
  const recursive = new References(draft).circles();
  if (recursive.size === 0) return draft;
  if (rules.recursion === 'none') {
    const names = Object.keys(draft.definitions).filter(name => recursive.has(name));
    report.block(`${names.map(name => `'${name}'`).join(', ')} contains itself`);
    return draft;
  }
  const entries = Object.entries(draft.definitions).map(([name, node]) => {
    const closes = (target: string): boolean => recursive.get(target) === recursive.get(name);
    return [name, recursive.has(name) ? loosen(node, { closes, report }, false).node : node] as const;
  });
  return { ...draft, definitions: Object.fromEntries(entries) };
}

interface Loosening extends Pick<PassContext, 'report'> {
  /** True for a definition that leads back to the one that is changed. */
  closes(name: string): boolean;
}

/** A way back has to lead through a member that may be left out; `isFree` when it already does. */
function loosen(node: Node, how: Loosening, isFree: boolean): { node: Node; needsWay: boolean } {
  const name = referenceOf(node);
  if (name !== undefined) return { node, needsWay: !isFree && how.closes(name) };
  const freed: string[] = [];
  let needsWay = false;
  const required = requiredOf(node);
  const changed = mapParts(node, (child, keyword, member = '') => {
    const isOptional = keyword === 'properties' && !required.includes(member);
    const inner = loosen(child, how, isFree || isOptional);
    if (!inner.needsWay) return inner.node;
    if (keyword === 'properties') freed.push(member);
    else needsWay = true;
    return inner.node;
  });
  if (freed.length === 0) return { node: changed, needsWay };
  how.report.lose(node, 'required', 'A recursive member has to be one that may be left out.', 'description');
  const names = freed.map(member => `'${member}'`).join(', ');
  const rest = required.filter(member => !freed.includes(member));
  const loosened = rest.length === 0 ? without(changed, 'required') : { ...changed, required: rest };
  return { node: withSentence(loosened, `Always give ${names}.`), needsWay };
}

/** Cuts the ways back that lead through no member at all; runs after {@link limitRecursion}. */
export function cutRecursion(draft: Draft, { rules, report }: PassContext): Draft {
  if (rules.recursion !== 'through optional properties' || Object.keys(draft.definitions).length === 0)
    return draft;
  const circles = new References(draft).circles();
  const entries = Object.entries(draft.definitions).map(([name, node]) => {
    const circle = circles.get(name);
    const cut = (each: Node): Node => {
      const target = referenceOf(each);
      if (target !== undefined) {
        if (circle === undefined || circles.get(target) !== circle) return each;
        report.lose(each, '$ref', 'Recursion has to lead through a member.', 'description');
        return nodeAt(each, { description: `The same again as ${target}.` });
      }
      return mapParts(each, (child, keyword) => (keyword === 'properties' ? child : cut(child)));
    };
    return [name, cut(node)] as const;
  });
  return { ...draft, definitions: Object.fromEntries(entries) };
}
