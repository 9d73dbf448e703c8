import type ts from 'typescript';
import { isAbstract } from '../print/class-facts.js';
import type { DeclaredType } from '../print/declared-type.js';
import { markTags } from '../print/mark-tags.js';
import { TypePrinter } from '../print/printer.js';
import { discover } from '../source/discover.js';
import type { FoundCommand } from '../source/found-tool.js';
import type { Study } from '../source/study.js';
import type { DocReader } from './doc-reader.js';
import type { DraftCommand, DraftMethod, ManifestDraft } from './manifest-draft.js';
import { readMethodDoc, warnOfUndocumented } from './method-doc.js';
import { printMethod } from './print-method.js';
import { findProblem, printResult } from './print-result.js';

/** Finds what a project declares and prints the types of all of it. */
export function printProject(study: Study, docs: DocReader): ManifestDraft {
  const findings = discover(study);
  const inputs = new TypePrinter(study, 'input', 'In');
  const results = new TypePrinter(study, 'result', 'Out');
  const methods = findings.methods.map((found): DraftMethod => {
    const printed = printMethod(inputs, found);
    const doc = readMethodDoc(study, docs, printed);
    warnOfUndocumented(study, docs, printed, doc);
    const node = found.declaration.type;
    const site = { where: printed.where, ...(node === undefined ? {} : { node }) };
    return {
      ...printed,
      doc,
      result: usable(study, printed.where, printResult(results, found.signature, site)),
    };
  });
  const commands = findings.commands.map(found => printCommand(study, found, { inputs, results }));
  for (const owner of findings.inputs) printInput(inputs, owner);
  markTags(inputs.declared, inputs.unions);
  return { methods, commands, inputs, results };
}

function printCommand(
  study: Study,
  found: FoundCommand,
  { inputs, results }: Pick<ManifestDraft, 'inputs' | 'results'>,
): DraftCommand {
  const where = `${study.placeOf(found.owner.name ?? found.owner)} ${found.owner.name?.text ?? ''}`;
  const own = study.checker.getTypeAtLocation(found.owner);
  const root = inputs.declare({ kind: 'root', title: '' }, () =>
    inputs.print(found.action ?? own, { where }),
  );
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
  const where = `${study.placeOf(owner.name ?? owner)} ${owner.name?.text ?? ''}`;
  inputs.declare({ kind: 'root', title: '' }, () =>
    inputs.print(study.checker.getTypeAtLocation(owner), { where }),
  );
}

/** A result that JSON cannot show is not advertised. */
function usable(study: Study, where: string, result: DeclaredType | undefined): DeclaredType | undefined {
  const problem = result === undefined ? undefined : findProblem(result);
  if (problem === undefined) return result;
  study.warn(`${where}: its result is not advertised. ${problem.where}: ${problem.seen}`);
  return undefined;
}
