import type ts from 'typescript';
import { isAbstract } from '../print/class-facts.js';
import type { DeclaredType } from '../print/declared-type.js';
import { markTags } from '../print/mark-tags.js';
import type { ReadConstraints } from '../print/named-keywords.js';
import { TypePrinter } from '../print/printer.js';
import { refusals } from '../print/refusals.js';
import { discover } from '../source/discover.js';
import type { FoundCommand, FoundMethod } from '../source/found-tool.js';
import { guardStack } from '../source/stack-guard.js';
import type { Study } from '../source/study.js';
import type { DocReader } from './doc-reader.js';
import type { DraftCommand, DraftMethod, ManifestDraft } from './manifest-draft.js';
import { readMethodDoc, warnOfUndocumented } from './method-doc.js';
import { printMethod, whereOf } from './print-method.js';
import { findProblem, printResult } from './print-result.js';
import { isTooLarge } from './written-size.js';

/** Finds what a project declares and prints the types of all of it. */
export function printProject(study: Study, docs: DocReader): ManifestDraft {
  const findings = discover(study);
  const read: ReadConstraints = declaration => docs.own(declaration);
  const inputs = new TypePrinter(study, 'input', 'In', read);
  const results = new TypePrinter(study, 'result', 'Out', read);
  const printers = { inputs, results };
  const methods = findings.methods.map(found =>
    guardStack(whereOf(study, found), () => printTool(study, docs, found, printers)),
  );
  const commands = findings.commands.map(found =>
    guardStack(nameOf(study, found.owner), () => printCommand(study, found, printers)),
  );
  for (const owner of findings.inputs) guardStack(nameOf(study, owner), () => printInput(inputs, owner));
  markTags(inputs.declared, inputs.unions);
  return { methods, commands, inputs, results };
}

type Printers = Pick<ManifestDraft, 'inputs' | 'results'>;

function printTool(
  study: Study,
  docs: DocReader,
  found: FoundMethod,
  { inputs, results }: Printers,
): DraftMethod {
  const printed = printMethod(inputs, found);
  refuseTooLarge(study, printed.where, printed.root);
  const doc = readMethodDoc(study, docs, printed);
  warnOfUndocumented(study, docs, printed, doc);
  const node = found.declaration.type;
  const site = { where: printed.where, ...(node === undefined ? {} : { node }) };
  return {
    ...printed,
    doc,
    result: usable(study, printed.where, printResult(results, found.signature, site)),
  };
}

const nameOf = (study: Study, owner: ts.ClassDeclaration): string =>
  `${study.placeOf(owner.name ?? owner)} ${owner.name?.text ?? ''}`;

function printCommand(study: Study, found: FoundCommand, { inputs, results }: Printers): DraftCommand {
  const where = nameOf(study, found.owner);
  const own = study.checker.getTypeAtLocation(found.owner);
  const root = inputs.declare({ kind: 'root', title: '' }, () =>
    inputs.print(found.action ?? own, { where }),
  );
  refuseTooLarge(study, where, root);
  const execute = found.hasObservation ? undefined : own.getProperty('execute');
  const signature =
    execute === undefined ? undefined : study.checker.getTypeOfSymbol(execute).getCallSignatures()[0];
  const declaration = execute?.valueDeclaration;
  const node =
    declaration !== undefined && study.ts.isMethodDeclaration(declaration) ? declaration.type : undefined;
  const site = { where: `${where}.execute`, ...(node === undefined ? {} : { node }) };
  return {
    ...found,
    where,
    root,
    result: signature === undefined ? undefined : usable(study, where, printResult(results, signature, site)),
  };
}

/** Of a class that others complete, what they inherit is theirs. */
function printInput(inputs: TypePrinter, owner: ts.ClassDeclaration): void {
  const { study } = inputs;
  if (isAbstract(study, owner) || owner.typeParameters !== undefined) return;
  const where = nameOf(study, owner);
  const root = inputs.declare({ kind: 'root', title: '' }, () =>
    inputs.print(study.checker.getTypeAtLocation(owner), { where }),
  );
  refuseTooLarge(study, where, root);
}

function refuseTooLarge(study: Study, where: string, root: DeclaredType): void {
  if (isTooLarge(root)) study.problem({ where, ...refusals.tooMuch });
}

/** A result that JSON cannot show is not advertised. */
function usable(study: Study, where: string, result: DeclaredType | undefined): DeclaredType | undefined {
  if (result === undefined) return undefined;
  const problem = findProblem(result) ?? (isTooLarge(result) ? { where, ...refusals.tooMuch } : undefined);
  if (problem === undefined) return result;
  study.warn(`${where}: its result is not advertised. ${problem.where}: ${problem.seen}`);
  return undefined;
}
