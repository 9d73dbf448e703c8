import type ts from 'typescript';
import { findHiddenClass } from '../print/class-facts.js';
import { refusals } from '../print/refusals.js';
import { findOwn, optionOf, optionsOf } from './decorators.js';
import { findMethods, ownTools } from './find-methods.js';
import type { Findings, FoundCommand, FoundMethod } from './found-tool.js';
import type { Study } from './study.js';

/** Finds the tools of a project, and the classes that they take. */
export function discover(study: Study): Findings {
  const methods: FoundMethod[] = [];
  const commands: FoundCommand[] = [];
  const inputs = new Set<ts.ClassDeclaration>();
  for (const node of study.projectFiles.flatMap(file => interestingNodes(study, file))) {
    if (study.ts.isCallExpression(node)) {
      const input = findInput(study, node);
      if (input !== undefined) inputs.add(input);
      continue;
    }
    const found = discoverClass(study, node);
    if (found === undefined) continue;
    methods.push(...found.methods);
    commands.push(...found.commands);
    for (const input of found.inputs) inputs.add(input);
  }
  return { methods, commands, inputs: [...inputs] };
}

/** What a class is for tools; undefined when it is nothing, or cannot be found from outside. */
function discoverClass(study: Study, node: ts.ClassLikeDeclaration): Findings | undefined {
  const command = findCommand(study, node);
  const isInput = hasParams(study, node);
  const hidden = findHiddenClass(study, node);
  if (hidden === undefined && study.ts.isClassDeclaration(node)) {
    return {
      methods: findMethods(study, node),
      commands: command === undefined ? [] : [{ ...command, owner: node }],
      inputs: isInput ? [node] : [],
    };
  }
  if (command !== undefined || isInput || ownTools(study, node).length > 0) {
    const where = `${study.placeOf(node)} ${hidden ?? ''}`.trim();
    study.problem({ where, ...refusals.hiddenClass(hidden ?? '') });
  }
  return undefined;
}

function interestingNodes(
  { ts }: Study,
  file: ts.SourceFile,
): (ts.ClassLikeDeclaration | ts.CallExpression)[] {
  const found: (ts.ClassLikeDeclaration | ts.CallExpression)[] = [];
  const definesTools = file.text.includes('defineTool');
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node) || (definesTools && ts.isCallExpression(node))) found.push(node);
    ts.forEachChild(node, visit);
  };
  if (definesTools || /\bclass\b/.test(file.text)) visit(file);
  return found;
}

function findCommand(study: Study, node: ts.ClassLikeDeclaration): Omit<FoundCommand, 'owner'> | undefined {
  const tool = findOwn(study, node, 'Tool');
  if (tool === undefined) return undefined;
  const options = optionsOf(study, tool);
  const action = optionOf(study, options, 'action');
  return {
    action: action === undefined ? undefined : instanceType(study, action),
    hasObservation: optionOf(study, options, 'observation') !== undefined,
  };
}

/** What `new X()` gives, for the expression `X`. */
const instanceType = ({ checker }: Study, expression: ts.Expression): ts.Type | undefined =>
  checker.getTypeAtLocation(expression).getConstructSignatures()[0]?.getReturnType();

const hasParams = (study: Study, node: ts.ClassLikeDeclaration): boolean =>
  node.members.some(
    member => study.ts.isPropertyDeclaration(member) && findOwn(study, member, 'Param') !== undefined,
  );

/** The class of `defineTool({ input: TheClass })`. */
function findInput(study: Study, call: ts.CallExpression): ts.ClassDeclaration | undefined {
  const { ts } = study;
  const { expression: called } = call;
  const origin = study.originOf(ts.isPropertyAccessExpression(called) ? called.name : called);
  if (origin?.name !== 'defineTool' || origin.package !== 'toolwright') return undefined;
  const [options] = call.arguments;
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const input = optionOf(study, options, 'input');
  const declaration = input === undefined ? undefined : study.symbolAt(input)?.valueDeclaration;
  return declaration !== undefined && ts.isClassDeclaration(declaration) ? declaration : undefined;
}
