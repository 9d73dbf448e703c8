import type { DeclaredType } from '../print/declared-type.js';
import type { Study } from '../source/study.js';

/** `src/orders.ts#Item`. */
export function idOf(study: Study, { declaration, title }: DeclaredType): string {
  const file = declaration?.getSourceFile();
  return `${file === undefined ? '' : study.pathOf(file)}#${title}`;
}
