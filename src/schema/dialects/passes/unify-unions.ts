import { typesOf } from '../../validators/json-type.js';
import type { Definitions, Node } from '../node.js';
import { nodesOf, propertiesOf, referenceOf, requiredOf, typesOfNode, without } from '../node.js';
import type { NodeContext } from '../pass.js';
import { sameValue } from '../same-value.js';

/** `oneOf` as `anyOf`, and unions of one branch as that branch. */
export function unifyUnions(node: Node, { report, definitions }: NodeContext): Node {
  if (node.oneOf === undefined && node.anyOf === undefined) return node;
  const branches = nodesOf(node.oneOf);
  if (branches.length === 0 || node.anyOf !== undefined) return liftSingle(node);
  if (!areDisjoint(branches, definitions))
    report.lose(node, 'oneOf', 'More than one branch may fit.', 'nothing');
  return liftSingle({ ...without(node, 'oneOf'), anyOf: branches });
}

/** A branch that stands alone is the node itself, unless a recursive reference needs the place for its description. */
function liftSingle(node: Node): Node {
  const [only, second] = nodesOf(node.anyOf);
  if (only === undefined || second !== undefined) return node;
  const rest = without(node, 'anyOf');
  if (Object.keys(rest).length > 0 && referenceOf(only) !== undefined) return node;
  return { ...only, ...rest };
}

/** True when no value can fit two of the branches. */
function areDisjoint(branches: readonly Node[], definitions: Definitions): boolean {
  const resolved = branches.map(branch => definitions[referenceOf(branch) ?? ''] ?? branch);
  return resolved.every((a, index) => resolved.slice(index + 1).every(b => arePairDisjoint(a, b)));
}

function arePairDisjoint(a: Node, b: Node): boolean {
  const [typesA, typesB] = [typesOfNode(a), typesOfNode(b)];
  const isNumber = (type: string): boolean => type === 'number' || type === 'integer';
  const overlaps = typesA.some(type =>
    typesB.some(other => type === other || (isNumber(type) && isNumber(other))),
  );
  if (typesA.length > 0 && typesB.length > 0 && !overlaps) return true;
  if (haveDisjointValues(a, b)) return true;
  const shared = requiredOf(a).filter(name => requiredOf(b).includes(name));
  const [membersA, membersB] = [propertiesOf(a), propertiesOf(b)];
  const areObjects = [typesA, typesB].every(types => types.join() === 'object');
  return (
    areObjects &&
    shared.some(name => {
      const [memberA, memberB] = [membersA[name], membersB[name]];
      return memberA !== undefined && memberB !== undefined && haveDisjointValues(memberA, memberB);
    })
  );
}

function haveDisjointValues(a: Node, b: Node): boolean {
  const [valuesA, valuesB] = [allowedValuesOf(a), allowedValuesOf(b)];
  if (valuesA === undefined || valuesB === undefined) return false;
  return !valuesA.some(value => valuesB.some(other => sameValue(value, other)));
}

function allowedValuesOf(node: Node): readonly unknown[] | undefined {
  if ('const' in node) return [node.const];
  return Array.isArray(node.enum) && typesOf(node.enum).length > 0 ? node.enum : undefined;
}
