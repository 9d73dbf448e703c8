import type { JsonObject } from '../../foundation/json.js';
import type { ToolChoice } from '../model.js';
import type { ToolParts } from '../parts-of-tool.js';
import { fillArguments, type FilledArguments } from './fill-arguments.js';
import { type RankedTool, rankTools } from './rank-tools.js';
import { escapePattern } from './request-text.js';
import type { Situation } from './situation.js';

/** What a code of the right form is worth, beside the words. */
const EXACT_BONUS = 2;
/** A tool whose arguments are there is preferred to a better one that lacks some, down to this part of its score. */
const NEARLY_AS_GOOD = 0.5;

export type Choice =
  | { readonly kind: 'call'; readonly toolName: string; readonly arguments: JsonObject }
  | { readonly kind: 'ask'; readonly tool: ToolParts; readonly missing: readonly string[] }
  | { readonly kind: 'none' };

interface Candidate extends RankedTool {
  readonly filled: FilledArguments;
  readonly isExact: boolean;
}

/** The call to make next, the question to ask before it, or neither. */
export function chooseCall(tools: readonly ToolParts[], choice: ToolChoice, situation: Situation): Choice {
  if (choice === 'none') return { kind: 'none' };
  const ranked = rankTools(tools, situation.text).map(each => withArguments(each, situation));
  if (choice !== 'auto') return chooseForced(ranked, choice, situation);
  const fitting = ranked
    .filter(candidate => isFit(candidate, ranked, situation))
    .sort((a, b) => scoreOf(b) - scoreOf(a));
  const [best] = fitting;
  if (best === undefined) return { kind: 'none' };
  const ready = fitting.find(({ filled }) => filled.missing.length === 0);
  if (ready !== undefined && scoreOf(ready) >= NEARLY_AS_GOOD * scoreOf(best)) return callOf(ready);
  // A request that was half answered is answered with that half.
  if (situation.calls.length > 0) return { kind: 'none' };
  return { kind: 'ask', tool: best.tool, missing: best.filled.missing };
}

/** Whoever demands a call gets one, once. */
function chooseForced(
  ranked: readonly Candidate[],
  choice: Exclude<ToolChoice, 'auto' | 'none'>,
  { calls }: Situation,
): Choice {
  const isAllowed = ({ tool }: Candidate): boolean => choice === 'required' || tool.name === choice.tool;
  const best = calls.length > 0 ? undefined : ranked.find(isAllowed);
  return best === undefined ? { kind: 'none' } : callOf(best);
}

function withArguments(ranked: RankedTool, situation: Situation): Candidate {
  const filled = fillArguments(ranked.tool, textLeftFor(ranked.tool.name, situation));
  const { properties = {}, required = [] } = ranked.tool.parameters;
  const isExact = required.some(name => {
    const schema = properties[name];
    return Object.hasOwn(filled.arguments, name) && (schema?.pattern ?? schema?.format) !== undefined;
  });
  return { ...ranked, filled, isExact };
}

const scoreOf = ({ score, isExact }: Candidate): number => score + (isExact ? EXACT_BONUS : 0);

/**
 * One common word of a description is chance. After a call, the same tool is meant again only for another thing of the
 * right form, and another tool only where the rest of the request has its name.
 */
function isFit(candidate: Candidate, ranked: readonly Candidate[], { calls }: Situation): boolean {
  const { tool, named, matched, isExact, filled } = candidate;
  if (calls.length === 0) return named.length > 0 || matched.length > 1 || isExact;
  const called = ranked.filter(({ tool: other }) => calls.some(call => call.toolName === other.name));
  if (called.some(({ tool: other }) => other.name === tool.name))
    return isExact && filled.missing.length === 0;
  const covered = new Set(called.flatMap(each => each.matched));
  return named.some(word => !covered.has(word));
}

/** A request may name several things of a kind; those that a tool was called with are done. */
function textLeftFor(toolName: string, { text, calls }: Situation): string {
  const done = calls.filter(call => call.toolName === toolName).flatMap(call => textsIn(call.arguments));
  return done.reduce((left, value) => left.replaceAll(new RegExp(escapePattern(value), 'gi'), ' '), text);
}

function textsIn(text: string): string[] {
  try {
    const values: unknown[] = Object.values(JSON.parse(text) as object);
    return values.filter((value): value is string => typeof value === 'string' && value !== '');
  } catch {
    return [];
  }
}

const callOf = ({ tool, filled }: Candidate): Choice => ({
  kind: 'call',
  toolName: tool.name,
  arguments: filled.arguments,
});
