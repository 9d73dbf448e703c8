import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { findRuleProblems, type OptionRules } from '../../tool/option-rules.js';
import type { OAuthResource } from './oauth-resource.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every(each => typeof each === 'string' && each !== '');

/** Over plain HTTP anybody on the way could swap the keys. */
function isSafeUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

const URL_WANTED = 'a URL with https, or http on this machine';

const RULES: OptionRules<keyof OAuthResource> = {
  issuer: { wanted: URL_WANTED, admits: isSafeUrl },
  resource: { wanted: 'a URL', admits: value => typeof value === 'string' && URL.canParse(value) },
  audience: {
    wanted: 'a text, or a list of texts',
    admits: value =>
      (typeof value === 'string' && value !== '') || (isTexts(value) && (value as unknown[]).length > 0),
  },
  jwks: {
    wanted: `${URL_WANTED}, or { keys: [...] }`,
    admits: value => isSafeUrl(value) || Array.isArray((Object(value) as { keys?: unknown }).keys),
  },
  scopes: { wanted: 'a list of texts', admits: isTexts },
  toolScopes: {
    wanted: "lists of scopes by tool name: { cancel_order: ['orders:write'] }",
    admits: value =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value as Record<string, unknown>).every(isTexts),
  },
  algorithms: { wanted: 'a list of names such as RS256', admits: isTexts },
  clockToleranceMs: {
    wanted: 'milliseconds',
    admits: value => typeof value === 'number' && value >= 0 && Number.isFinite(value),
  },
};

/** Mistakes in `auth`: a misspelt option would let in who should not be. */
export function findOAuthProblems(given: object, where: string): DefinitionProblem[] {
  const missing = (['issuer', 'resource'] as const).filter(name => !(name in given));
  return [
    ...missing.map(name => ({ where, seen: `${name} is missing.`, fix: `give ${name}.` })),
    ...findRuleProblems(given, RULES, where),
  ];
}

/** Tools with scopes that nobody serves: a misspelt name would leave the tool open. */
export function findUnknownTools(
  { toolScopes = {} }: OAuthResource,
  toolNames: readonly string[],
  where: string,
): DefinitionProblem[] {
  return Object.keys(toolScopes)
    .filter(name => !toolNames.includes(name))
    .map(name => ({
      where,
      seen: `toolScopes names '${name}', which is not served.`,
      fix: `use one of: ${toolNames.join(', ')}.`,
    }));
}
