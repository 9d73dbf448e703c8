import type ts from 'typescript';
import { packageOf } from './package-of.js';
import type { Study } from './study.js';

/** A decorator that means something to us. */
export interface FoundDecorator {
  /** As its package exports it: `Tool`, `Param`, `IsString`. */
  readonly name: string;
  readonly package: 'toolwright' | 'class-validator' | 'class-transformer';
  readonly arguments: readonly ts.Expression[];
}

const PACKAGES = ['toolwright', 'class-validator', 'class-transformer'] as const;

export function decoratorsOf(study: Study, node: ts.Node): FoundDecorator[] {
  const { ts } = study;
  if (!ts.canHaveDecorators(node)) return [];
  return (ts.getDecorators(node) ?? []).flatMap(({ expression }) => {
    const isCall = ts.isCallExpression(expression);
    const called = isCall ? expression.expression : expression;
    const found = recognise(study, ts.isPropertyAccessExpression(called) ? called.name : called);
    return found === undefined ? [] : [{ ...found, arguments: isCall ? expression.arguments : [] }];
  });
}

function recognise(study: Study, name: ts.Node): Omit<FoundDecorator, 'arguments'> | undefined {
  const origin = study.originOf(name);
  const text = origin?.name ?? name.getText();
  if (study.toolDecorators.has(text)) return { name: 'Tool', package: 'toolwright' };
  const found = PACKAGES.find(each => each === origin?.package);
  return found === undefined ? undefined : { name: text, package: found };
}

export function findOwn(study: Study, node: ts.Node, name: string): FoundDecorator | undefined {
  return decoratorsOf(study, node).find(each => each.package === 'toolwright' && each.name === name);
}

/** The object literal a decorator was given, when its options are written as one. */
export function optionsOf(
  study: Study,
  decorator: FoundDecorator | undefined,
): ts.ObjectLiteralExpression | undefined {
  const first = decorator?.arguments[0];
  return first !== undefined && study.ts.isObjectLiteralExpression(first) ? first : undefined;
}

/** The value of an option that is written out. */
export function optionOf(
  study: Study,
  options: ts.ObjectLiteralExpression | undefined,
  name: string,
): ts.Expression | undefined {
  for (const property of options?.properties ?? []) {
    if (property.name === undefined || textOfName(study, property.name) !== name) continue;
    if (study.ts.isPropertyAssignment(property)) return property.initializer;
    if (study.ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

/** A name that can be told without running the code. */
export function textOfName({ ts }: Study, name: ts.PropertyName | ts.BindingName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}

const STATING = ['schema', 'type', 'enum'];

/** True when options say what the type is, so that the one in source need not. */
export const statesType = (study: Study, options: ts.ObjectLiteralExpression | undefined): boolean =>
  STATING.some(name => optionOf(study, options, name) !== undefined);

/** True for a symbol that this package exports under a name. */
export function isOwnSymbol(symbol: ts.Symbol | undefined, name: string): boolean {
  const declaration = symbol?.declarations?.[0];
  return (
    symbol?.name === name &&
    declaration !== undefined &&
    packageOf(declaration.getSourceFile().fileName) === 'toolwright'
  );
}
