import { exportedNames, isAllowed } from '../exported-name.js';
import type { Draft, Node } from '../node.js';
import { propertiesOf, requiredOf, SHAPE, without } from '../node.js';
import type { PassContext } from '../pass.js';
import type { NameRule } from '../profile.js';
import { withSentence } from '../words/sentences.js';
import { wordsFor } from '../words/words.js';

/** These speak of members by their own names. */
const NAMING = [
  'dependentRequired',
  'dependentSchemas',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
];

/** Members by names that the provider takes; at the root only. */
export function renameTop(draft: Draft, context: PassContext): Draft {
  const root = renameProperties(draft.root, context);
  return root === draft.root ? draft : { ...draft, root };
}

/** Members by names that the provider takes. */
export function renameProperties(node: Node, context: PassContext): Node {
  const rule = context.rules.properties;
  return rule === undefined ? node : rename(node, rule, context);
}

function rename(node: Node, rule: NameRule, context: PassContext): Node {
  const properties = propertiesOf(node);
  const names = Object.keys(properties);
  if (names.every(name => isAllowed(name, rule)) || node[SHAPE] !== undefined) return node;
  const exported = exportedNames(names, rule);
  const nameOf = (name: string): string => exported.get(name) ?? name;
  const rest = loseNaming(node, context);
  return {
    ...rest,
    properties: Object.fromEntries(names.map(name => [nameOf(name), properties[name]])),
    ...(node.required === undefined ? {} : { required: requiredOf(node).map(nameOf) }),
    [SHAPE]: { kind: 'renamed', names: new Map(names.map(name => [nameOf(name), name])) },
  };
}

function loseNaming(node: Node, { report }: PassContext): Node {
  return NAMING.filter(keyword => Object.hasOwn(node, keyword)).reduce((rest, keyword) => {
    const words = wordsFor(keyword, node);
    const kept = words === undefined ? 'nothing' : 'description';
    report.lose(node, keyword, 'It speaks of members under names that the provider does not take.', kept);
    const bare = without(rest, keyword);
    return words === undefined || words === '' ? bare : withSentence(bare, words);
  }, node);
}
