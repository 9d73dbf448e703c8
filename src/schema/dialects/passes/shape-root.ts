import type { Draft, Node } from '../node.js';
import { nodeAt, SHAPE, without } from '../node.js';
import type { PassContext } from '../pass.js';
import { Unrenderable } from '../unrenderable.js';

const UNIONS = ['anyOf', 'oneOf'];
/** No provider takes these on a root that has to be an object. */
const ANYWHERE_ELSE = [...UNIONS, 'allOf', 'not', 'enum', 'const', 'if'];

/** The root as one object; another one is put into it as its member `input`. */
export function shapeRoot(draft: Draft, { rules }: PassContext): Draft {
  const root = stateObject(draft.root);
  const asked = rules.combine === 'root' ? ANYWHERE_ELSE : UNIONS;
  if (!asked.some(keyword => Object.hasOwn(root, keyword)))
    return root === draft.root ? draft : { ...draft, root };
  const input = draft.root;
  const wrapper = {
    ...{ type: 'object', properties: { input }, required: ['input'], additionalProperties: false },
    [SHAPE]: { kind: 'wrapped' },
  };
  return { ...draft, root: nodeAt(root, wrapper) };
}

/** Arguments are an object, so the root may say so where it leaves it open. */
function stateObject(root: Node): Node {
  if (root.type === 'object') return root;
  const types = root.type === undefined ? ['object'] : ([root.type].flat() as string[]);
  if (!types.includes('object'))
    throw new Unrenderable(
      `the root of the schema is of type ${types.join(' or ')}, and arguments are an object.`,
      "write a schema of type 'object' with the value as one of its properties.",
    );
  return { ...without(root, 'type'), type: 'object' };
}
