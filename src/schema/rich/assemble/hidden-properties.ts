import type { DocComment } from '../docs/parse-doc.js';
import { LEAVE_OUT } from '../docs/unread-tags.js';
import type { PrintedProperty } from '../print/declared-type.js';
import type { Study } from '../source/study.js';

/** A property is input for a model whatever its comment hides it from, so that is said; what a result shows is shown. */
export function refuseHidden(
  study: Study,
  { declaration }: PrintedProperty,
  doc: DocComment | undefined,
  isInput: boolean,
): void {
  if (doc?.hiddenBy === undefined) return;
  const where = study.namedPlaceOf(declaration);
  const seen = `its comment has '@${doc.hiddenBy}', and a model is told of it all the same`;
  if (isInput) study.commentProblem({ where, seen: `${seen}.`, fix: `${LEAVE_OUT}.` });
  else study.warn(`${where}: ${seen}, in the result of a tool. Instead, ${LEAVE_OUT}.`);
}
