import type ts from 'typescript';
import { frozenValue, isFixed } from './fixed-values.js';
import type { TypeScript } from './packages.js';
import type { Study } from './study.js';

/** A value that can be told from source; undefined for everything that has to be run. */
export interface Literal {
  readonly value: unknown;
}

const MAX_DEPTH = 32;

/** What an initialiser evaluates to: literals, enum members, and constants made of them. */
export function readLiteral(study: Study, node: ts.Expression, depth = 0): Literal | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const { ts } = study;
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  ) {
    return readLiteral(study, node.expression, depth + 1);
  }
  if (ts.isCallExpression(node)) {
    const frozen = frozenValue(study, node);
    return frozen === undefined ? undefined : readLiteral(study, frozen, depth + 1);
  }
  return (
    readPrimitive(ts, node) ??
    readComposite(ts, node, each => readLiteral(study, each, depth + 1)) ??
    readName(study, node, depth)
  );
}

/** What literals alone evaluate to, in a text that belongs to no program. */
export function readWritten(compiler: TypeScript, node: ts.Expression): Literal | undefined {
  const primitive = readPrimitive(compiler, node);
  if (primitive !== undefined) return primitive;
  return readComposite(compiler, node, each => readWritten(compiler, each));
}

function readPrimitive(ts: TypeScript, node: ts.Expression): Literal | undefined {
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (!ts.isPrefixUnaryExpression(node) || !ts.isNumericLiteral(node.operand)) return undefined;
  if (node.operator === ts.SyntaxKind.MinusToken) return { value: -Number(node.operand.text) };
  return node.operator === ts.SyntaxKind.PlusToken ? { value: Number(node.operand.text) } : undefined;
}

function readComposite(
  ts: TypeScript,
  node: ts.Expression,
  read: (part: ts.Expression) => Literal | undefined,
): Literal | undefined {
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map(read);
    return items.every(each => each !== undefined) ? { value: items.map(each => each.value) } : undefined;
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const members: [string, unknown][] = [];
  for (const property of node.properties) {
    const { name } = property;
    const literal = ts.isPropertyAssignment(property) ? read(property.initializer) : undefined;
    const isWritten =
      name !== undefined &&
      (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name));
    if (!isWritten || literal === undefined) return undefined;
    members.push([name.text, literal.value]);
  }
  return { value: Object.fromEntries(members) };
}

function readName(study: Study, node: ts.Expression, depth: number): Literal | undefined {
  const { ts, checker } = study;
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node))
    return undefined;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const type = checker.getTypeAtLocation(node);
    const isMember =
      (type.flags & ts.TypeFlags.EnumLiteral) !== 0 && (type.isStringLiteral() || type.isNumberLiteral());
    if (isMember) return { value: type.value };
    return ts.isPropertyAccessExpression(node) ? readMember(study, node, depth) : undefined;
  }
  const declaration = study.symbolAt(node)?.valueDeclaration;
  return declaration === undefined ? undefined : readConstant(study, declaration, depth);
}

function readMember(study: Study, node: ts.PropertyAccessExpression, depth: number): Literal | undefined {
  const declaration = study.symbolAt(node)?.valueDeclaration;
  const isStatic =
    declaration !== undefined &&
    study.ts.isPropertyDeclaration(declaration) &&
    hasFlags(study, declaration, study.ts.ModifierFlags.Static | study.ts.ModifierFlags.Readonly);
  if (isStatic) return readFixed(study, declaration, depth);
  const holder = readLiteral(study, node.expression, depth + 1)?.value;
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, node.name.text))
    return undefined;
  return { value: (holder as Readonly<Record<string, unknown>>)[node.name.text] };
}

const hasFlags = ({ ts }: Study, node: ts.Declaration, flags: ts.ModifierFlags): boolean =>
  (ts.getCombinedModifierFlags(node) & flags) === (flags as number);

/** A `const`: whatever else a name may stand for can change. */
function readConstant(study: Study, declaration: ts.Declaration, depth: number): Literal | undefined {
  const { ts } = study;
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConstant ? readFixed(study, declaration, depth) : undefined;
}

/** A name keeps what it stands for; what an object or a list holds may still be written to. */
function readFixed(
  study: Study,
  { initializer, type }: ts.VariableDeclaration | ts.PropertyDeclaration,
  depth: number,
): Literal | undefined {
  if (initializer === undefined || !isFixed(study, initializer, type)) return undefined;
  return readLiteral(study, initializer, depth + 1);
}
