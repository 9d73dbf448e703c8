import type ts from 'typescript';
import type { Study } from './study.js';

/**
 * True for the initialiser of a constant that has the same value wherever it is read: a scalar, or what neither code
 * nor anyone who gets hold of it can write to: `as const`, `Object.freeze`, or a type with nothing but readonly parts.
 */
export function isFixed(study: Study, node: ts.Expression, stated?: ts.TypeNode): boolean {
  const { ts, checker } = study;
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node)) {
    return isFixed(study, node.expression, stated);
  }
  if (stated !== undefined && isReadonlyType(study, checker.getTypeFromTypeNode(stated))) return true;
  if (ts.isAsExpression(node)) {
    return ts.isConstTypeReference(node.type) || isFixed(study, node.expression, node.type);
  }
  if (ts.isCallExpression(node)) return frozenBy(study, node)?.every(part => isFixed(study, part)) === true;
  return !ts.isObjectLiteralExpression(node) && !ts.isArrayLiteralExpression(node);
}

/** What `Object.freeze` is given; undefined for every other call. */
export function frozenValue(
  { ts }: Pick<Study, 'ts'>,
  { expression, arguments: given }: ts.CallExpression,
): ts.Expression | undefined {
  const isFreeze =
    ts.isPropertyAccessExpression(expression) &&
    ts.isIdentifier(expression.expression) &&
    expression.expression.text === 'Object' &&
    expression.name.text === 'freeze';
  return isFreeze ? given[0] : undefined;
}

/** The parts of a frozen value: freezing does not reach into them. */
function frozenBy(study: Study, call: ts.CallExpression): ts.Expression[] | undefined {
  const { ts } = study;
  const value = frozenValue(study, call);
  if (value === undefined) return undefined;
  if (ts.isArrayLiteralExpression(value)) return [...value.elements];
  if (!ts.isObjectLiteralExpression(value)) return [value];
  return value.properties.flatMap(each => (ts.isPropertyAssignment(each) ? each.initializer : []));
}

const MAX_DEPTH = 8;

function isReadonlyType(study: Study, type: ts.Type, depth = 0): boolean {
  const { ts, checker } = study;
  if (depth > MAX_DEPTH) return false;
  if (type.isUnion()) return type.types.every(part => isReadonlyType(study, part, depth));
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) === 0) return true;
  if ((type.flags & ts.TypeFlags.Object) === 0) return false;
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const isOpen = checker.isTupleType(type)
      ? !(type as ts.TupleTypeReference).target.readonly
      : type.symbol.name !== 'ReadonlyArray';
    const items = checker.getTypeArguments(type as ts.TypeReference);
    return !isOpen && items.every(item => isReadonlyType(study, item, depth + 1));
  }
  if (checker.getIndexInfosOfType(type).some(({ isReadonly }) => !isReadonly)) return false;
  const isSealed = type.aliasSymbol?.name === 'Readonly';
  return checker
    .getPropertiesOfType(type)
    .every(
      each =>
        (isSealed || isReadonlyMember(study, each)) &&
        isReadonlyType(study, checker.getTypeOfSymbol(each), depth + 1),
    );
}

const isReadonlyMember = ({ ts }: Study, { valueDeclaration: at }: ts.Symbol): boolean =>
  at !== undefined && (ts.getCombinedModifierFlags(at) & ts.ModifierFlags.Readonly) !== 0;
