import type { DeclaredType } from '../print/declared-type.js';
import type { TypePrinter } from '../print/printer.js';
import type { FoundCommand } from '../source/found-tool.js';
import type { MethodDoc } from './method-doc.js';
import type { PrintedMethod } from './print-method.js';

export interface DraftMethod extends PrintedMethod {
  readonly doc: MethodDoc;
  readonly result: DeclaredType | undefined;
}

export interface DraftCommand extends FoundCommand {
  readonly where: string;
  /** What mentions the class of its input. */
  readonly root: DeclaredType;
  readonly result: DeclaredType | undefined;
}

/** Everything a project declares, with its types printed. */
export interface ManifestDraft {
  readonly methods: readonly DraftMethod[];
  readonly commands: readonly DraftCommand[];
  readonly inputs: TypePrinter;
  readonly results: TypePrinter;
}
