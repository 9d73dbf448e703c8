import type ts from 'typescript';
import type { Study } from './study.js';

/** In one file: those that follow are often of the first one's making. */
const MAX_SHOWN = 5;

/** Reports what does not parse. The compiler reads on past it, and what it makes of it is a guess. */
export function reportSyntax(study: Study): void {
  for (const file of study.projectFiles) {
    for (const mistake of study.program.getSyntacticDiagnostics(file).slice(0, MAX_SHOWN)) {
      study.problem({
        where: placeOf(study, file, mistake),
        seen: `it does not parse: ${study.ts.flattenDiagnosticMessageText(mistake.messageText, ' ')}`,
        fix: 'correct the syntax.',
      });
    }
  }
}

const placeOf = (study: Study, file: ts.SourceFile, { start }: ts.DiagnosticWithLocation): string =>
  `${study.pathOf(file)}:${file.getLineAndCharacterOfPosition(start).line + 1}`;
