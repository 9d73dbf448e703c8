import type { DocPiece } from './doc-lines.js';
import { DocLines } from './doc-lines.js';
import { readGoogleSection } from './google-section.js';
import { readNumpySection } from './numpy-section.js';
import { readRestField } from './rest-field.js';

const STYLES = [readGoogleSection, readNumpySection, readRestField];

/** Takes the sections of the Google, NumPy and reST styles out of a text; all else stays text. */
export function readSections(text: string): readonly DocPiece[] {
  const doc = new DocLines(text);
  const pieces: DocPiece[] = [];
  let plainFrom = 0;
  let at = 0;
  while (at < doc.count) {
    const found = doc.isCode(at) ? undefined : firstMatch(doc, at);
    if (found === undefined) {
      at++;
      continue;
    }
    pieces.push({ kind: 'text', text: doc.text(plainFrom, at) }, ...found.pieces);
    plainFrom = at = found.next;
  }
  return [...pieces, { kind: 'text', text: doc.text(plainFrom, doc.count) }];
}

function firstMatch(doc: DocLines, at: number): ReturnType<typeof readGoogleSection> {
  for (const read of STYLES) {
    const found = read(doc, at);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
