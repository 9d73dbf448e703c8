import { type Issue } from '../issue.js';
import { MAX_ISSUES } from './node.js';

const MAX_LINES = 20;

/** One line an issue; the rest is only counted. */
export function renderIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_LINES).map(renderIssue);
  const rest = issues.length - MAX_LINES;
  if (rest > 0) lines.push(`and ${issues.length >= MAX_ISSUES ? 'at least ' : ''}${rest} more`);
  return lines.join('\n');
}

function renderIssue({ path, expected, received, hint }: Issue): string {
  const line = `- ${path === '' ? '(root)' : path}: expected ${expected}, received ${received}.`;
  return hint === undefined ? line : `${line} ${hint}`;
}
