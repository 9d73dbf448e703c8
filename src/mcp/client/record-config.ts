import { isPlainObject } from '../../foundation/json.js';
import { changeArgumentSecrets, changeUrlSecrets, SOUNDS_SECRET } from './inline-secrets.js';
import type { McpServerConfig } from './server-config.js';

/** Stands for a value that is not shown. */
export const MASK = '[secret]';

const SECRET_MEMBERS = ['bearer', 'clientSecret'];
/** A name says where a value is, and gives nothing away. */
const NAMES_ONLY = /^(?:[A-Za-z]+ )?\$\{\w+\}$/;

/** A configuration that may be shown: tokens that are written out are masked, `${NAME}` stays. */
export function maskConfig(config: McpServerConfig): McpServerConfig {
  return mapSecrets(config, value => (value === '' || NAMES_ONLY.test(value) ? value : MASK));
}

/** What was shown and came back: a mask keeps the value that it stands for, blank text clears it. */
export function unmaskConfig(given: McpServerConfig, kept: McpServerConfig | undefined): McpServerConfig {
  return mapSecrets(given, (value, path) => {
    if (value === '') return undefined;
    return value === MASK ? valueAt(kept, path) : value;
  });
}

type ChangeSecret = (value: string, path: readonly string[]) => string | undefined;

function mapSecrets(config: McpServerConfig, change: ChangeSecret): McpServerConfig {
  const walk = (members: object, path: readonly string[]): object => {
    const entries = Object.entries(members).flatMap(([key, value]: [string, unknown]) => {
      const at = [...path, key];
      if (isPlainObject(value)) return [[key, walk(value, at)] as const];
      if (typeof value !== 'string' || !isSecret(at)) return [[key, value] as const];
      const changed = change(value, at);
      return changed === undefined ? [] : [[key, changed] as const];
    });
    return Object.fromEntries(entries);
  };
  const { auth, ...rest } = walk(config, []) as McpServerConfig;
  const inline = (member: 'url' | 'args') => (value: string, part: string) =>
    change(value, [member, part]) ?? '';
  const { url, args } = rest;
  return {
    ...rest,
    ...(typeof url === 'string' ? { url: changeUrlSecrets(url, inline('url')) } : {}),
    ...(Array.isArray(args) ? { args: changeArgumentSecrets(args, inline('args')) } : {}),
    // Without its token there is nothing left of it.
    ...(auth === undefined || Object.keys(auth).length === 0 ? {} : { auth }),
  };
}

function isSecret(path: readonly string[]): boolean {
  const [first = '', ...others] = path;
  const last = others.at(-1) ?? '';
  if (first === 'auth') return SECRET_MEMBERS.includes(last);
  return (first === 'env' || first === 'headers') && SOUNDS_SECRET.test(last);
}

function valueAt(config: McpServerConfig | undefined, path: readonly string[]): string | undefined {
  const [member, part] = path;
  if (member === 'url' || member === 'args') return inlineValue(config ?? {}, member, part);
  const found = path.reduce<unknown>(
    (value, key) => (isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    config,
  );
  return typeof found === 'string' ? found : undefined;
}

function inlineValue(
  { url = '', args = [] }: McpServerConfig,
  member: 'url' | 'args',
  part: string | undefined,
): string | undefined {
  let found: string | undefined;
  const look = (value: string, name: string): string => {
    if (name === part) found ??= value;
    return value;
  };
  if (member === 'url') changeUrlSecrets(url, look);
  else changeArgumentSecrets(args, look);
  return found;
}
