import type ts from 'typescript';
import { isPlainObject } from '../../../foundation/json.js';
import { readWritten } from '../source/literals.js';
import type { TypeScript } from '../source/packages.js';
import type { PrintedParameter } from './print-method.js';
import { withoutFence } from './value-facts.js';

/**
 * The arguments that an example of a method shows: a JSON object of them, or a call that gives them in order.
 *
 * @returns undefined for what is neither.
 */
export function readExample(
  compiler: TypeScript,
  text: string,
  member: string,
  parameters: readonly PrintedParameter[],
): Readonly<Record<string, unknown>> | undefined {
  const bare = withoutFence(text);
  return readObject(bare) ?? readCall(compiler, bare, member, parameters);
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readCall(
  compiler: TypeScript,
  text: string,
  member: string,
  parameters: readonly PrintedParameter[],
): Record<string, unknown> | undefined {
  const file = compiler.createSourceFile('example.ts', text, compiler.ScriptTarget.ES2022, true);
  const call = findCall(compiler, file, member);
  if (call === undefined || call.arguments.length > parameters.length) return undefined;
  const entries: [string, unknown][] = [];
  for (const [index, written] of call.arguments.entries()) {
    const { given, isRun = false } = parameters[index] ?? {};
    if (isRun || (compiler.isIdentifier(written) && written.text === 'undefined')) continue;
    const literal = readWritten(compiler, written);
    if (literal === undefined || given === undefined) return undefined;
    entries.push([given, literal.value]);
  }
  return Object.fromEntries(entries);
}

/** The first call of a function of that name. */
function findCall(compiler: TypeScript, node: ts.Node, member: string): ts.CallExpression | undefined {
  if (compiler.isCallExpression(node)) {
    const called = node.expression;
    const name = compiler.isPropertyAccessExpression(called) ? called.name : called;
    if (compiler.isIdentifier(name) && name.text === member) return node;
  }
  return compiler.forEachChild(node, child => findCall(compiler, child, member));
}
