import type { Issue } from '../issue.js';
import { MAX_ISSUES } from './node.js';
import { escapeStep, unescapeStep } from './pointer.js';
import { showReceived, showText } from './words.js';

const MAX_LINES = 20;
const MAX_STEP = 80;
const MAX_STEPS = 32;
const MAX_WORDS = 2_000;

/** Hides what must not be shown, e.g. the secrets of a run. */
export type Mask = (text: string) => string;

const nothingHidden: Mask = text => text;

/** One line an issue; the rest is only counted. Everything is masked before it is cut. */
export function renderIssues(issues: readonly Issue[], mask: Mask = nothingHidden): string {
  const lines = issues.slice(0, MAX_LINES).map(issue => renderIssue(issue, mask));
  const rest = issues.length - MAX_LINES;
  if (rest > 0) lines.push(`and ${issues.length >= MAX_ISSUES ? 'at least ' : ''}${rest} more`);
  return lines.join('\n');
}

/** The path of an issue as it may be shown: each step masked, then cut, with control characters escaped; of many steps the middle is left out. */
export function maskIssuePath(path: string, mask: Mask = nothingHidden): string {
  const [root = '', ...steps] = path.split('/');
  const shown =
    steps.length <= MAX_STEPS
      ? steps
      : [...steps.slice(0, MAX_STEPS / 2), '…', ...steps.slice(-MAX_STEPS / 2)];
  return [root, ...shown.map(step => escapeStep(showText(mask(unescapeStep(step)), MAX_STEP)))].join('/');
}

function renderIssue({ path, expected, received, hint }: Issue, mask: Mask): string {
  const where = path === '' ? '(root)' : maskIssuePath(path, mask);
  const line = `- ${where}: expected ${showText(mask(expected), MAX_WORDS)}, received ${showReceived(received, mask)}.`;
  return hint === undefined ? line : `${line} ${showText(mask(hint), MAX_WORDS)}`;
}
