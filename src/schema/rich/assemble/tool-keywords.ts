import { restricts } from '../../fast/merge-keywords.js';
import type { DocComment } from '../docs/parse-doc.js';
import { refusals } from '../print/refusals.js';
import type { Study } from '../source/study.js';

/** Where a tag of a value is to be written, by what the tool takes. */
const ELSEWHERE = {
  parameter:
    'write it into a comment before the parameter itself, /** … */, into that of the property, or into @Param({ … }).',
  property: 'write it into the comment of the property, or into @Param({ … }).',
} as const;

/** Refuses constraints in the comment of a tool, and warns of a title: both are tags of values. */
export function refuseKeywords(
  study: Study,
  where: string,
  { keywords, defaultText, tags }: DocComment,
  kind: keyof typeof ELSEWHERE,
): void {
  const { title, ...constraints } = keywords;
  if (title !== undefined) {
    study.warn(
      `${where}: @${tags.get('title') ?? 'title'} is not read in the comment of a tool. Instead, write @Tool({ title: '…' }).`,
    );
  }
  const written = [...Object.keys(constraints), ...(defaultText === undefined ? [] : ['default'])];
  for (const keyword of written) {
    study.commentProblem({
      where,
      seen: `its comment has '@${tags.get(keyword) ?? keyword}', which does not say of which ${kind}.`,
      fix: ELSEWHERE[kind],
    });
  }
}

/** Tells of what the comment of a class or an interface says of values, where nothing comes of it. */
export function checkTypeKeywords(study: Study, where: string, doc: DocComment, isClass: boolean): void {
  const { title, examples, ...constraints } = doc.keywords;
  if (isClass && Object.keys(constraints).some(restricts)) {
    study.commentProblem({ where, ...refusals.lostKeywords(where.slice(where.lastIndexOf(' ') + 1)) });
  }
  const unread = [
    ...(isClass && title !== undefined ? ['title'] : []),
    ...(examples === undefined ? [] : ['examples']),
    ...(doc.defaultText === undefined ? [] : ['default']),
  ];
  for (const keyword of unread) {
    study.warn(
      `${where}: @${doc.tags.get(keyword) ?? keyword} is not read in the comment of a type. Instead, write it into that of the property or parameter.`,
    );
  }
}
