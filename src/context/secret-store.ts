import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { DefinitionError } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { Secrets } from './secrets.js';

/** Where secrets come from. */
export interface SecretProvider {
  find(name: string): string | undefined;
  /** All that it has, so that they are masked before anybody asks for them; missing where that cannot be known. */
  names?(): readonly string[];
}

/** A file of secrets cannot be used. */
export class SecretsUnreadableError extends ToolwrightError {
  /** @param reason - Never a part of the file. */
  constructor(path: string, reason: string) {
    super({
      code: 'SECRETS_UNREADABLE',
      fault: 'environment',
      message: `The file of secrets '${path}' cannot be used: ${reason}. It has to be a JSON object of texts, or lines like NAME=value.`,
      details: { path },
    });
  }
}

/**
 * Secrets of several providers: of a name the first that has it counts. Give the store as `secrets` to an agent or a runtime.
 * What providers can list is masked from the start; what a function gives from when it was first asked for.
 */
export function secretStore(
  providers: readonly (SecretProvider | ((name: string) => string | undefined))[],
): Secrets {
  const given: unknown = providers;
  if (!Array.isArray(given) || given.length === 0 || !given.every(isProvider)) {
    const fix = "write secretStore([envSecrets({ prefix: 'APP_' }), fileSecrets('secrets.json')]).";
    throw new DefinitionError([{ where: 'secretStore', seen: 'it got no list of providers.', fix }]);
  }
  const all: readonly SecretProvider[] = providers.map(provider =>
    typeof provider === 'function' ? { find: provider } : provider,
  );
  const secrets = new Secrets(name => {
    for (const provider of all) {
      const value = provider.find(name);
      if (value !== undefined) return value;
    }
    return undefined;
  });
  for (const name of all.flatMap(provider => provider.names?.() ?? [])) secrets.find(name);
  return secrets;
}

/** Which variables of the environment are secrets: those with a prefix, which is no part of their name here, or named ones. */
export interface EnvSecretsOptions {
  readonly prefix?: string;
  readonly names?: readonly string[];
}

/** Secrets from variables of the environment, as they are when asked for. Others are not reached. */
export function envSecrets({ prefix = '', names }: EnvSecretsOptions): SecretProvider {
  if (prefix === '' && names === undefined) {
    const fix = "write envSecrets({ prefix: 'APP_SECRET_' }) or envSecrets({ names: ['API_KEY'] }).";
    throw new DefinitionError([{ where: 'envSecrets', seen: 'it says neither prefix nor names.', fix }]);
  }
  const known = (): readonly string[] =>
    names ??
    Object.keys(process.env)
      .filter(name => name.startsWith(prefix) && name !== prefix)
      .map(name => name.slice(prefix.length));
  return {
    names: known,
    find: name => (names?.includes(name) === false ? undefined : process.env[prefix + name]),
  };
}

/**
 * Secrets from a file, read once: a JSON object of texts for `*.json`, else lines like `NAME=value`.
 *
 * @throws {@link SecretsUnreadableError} (`SECRETS_UNREADABLE`)
 */
export function fileSecrets(path: string): SecretProvider {
  const values = new Map(Object.entries(path.endsWith('.json') ? parseJson(path) : parseEnv(read(path))));
  return { names: () => [...values.keys()], find: name => values.get(name) };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SecretsUnreadableError(path, (error as NodeJS.ErrnoException).code ?? 'it cannot be read');
  }
}

function parseJson(path: string): Record<string, string> {
  const text = read(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Its message quotes the text.
    throw new SecretsUnreadableError(path, 'it is not JSON');
  }
  if (!isPlainObject(value)) throw new SecretsUnreadableError(path, `it holds ${describeKind(value)}`);
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string')
      throw new SecretsUnreadableError(path, `'${name}' is ${describeKind(member)}`);
  }
  return value as Record<string, string>;
}

const isProvider = (value: unknown): boolean =>
  typeof value === 'function' || typeof (value as { find?: unknown } | null)?.find === 'function';
