import type { Node } from '../node.js';

/** A node whose description ends with one more sentence. */
export function withSentence(node: Node, sentence: string): Node {
  const told = typeof node.description === 'string' ? node.description.trim() : '';
  if (told === '') return { ...node, description: sentence };
  return { ...node, description: `${told}${/[.!?:]$/.test(told) ? '' : '.'} ${sentence}` };
}
