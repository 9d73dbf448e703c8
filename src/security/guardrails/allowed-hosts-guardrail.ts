import { isIP } from 'node:net';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { Guardrail } from '../../tool/guardrail.js';
import { FLAG, TEXTS } from '../option-check.js';
import { plainText } from '../plain-text.js';
import { findHosts, type FoundHost, normaliseHost } from './find-hosts.js';
import { checkGuardrailOptions, fails, type GuardrailOptions, PASSED, placeCheck } from './place-check.js';

/** What {@link allowedHostsGuardrail} takes. */
export interface AllowedHostsGuardrailOptions extends GuardrailOptions {
  /** `example.com` on any port, `example.com:8443` on that one, `10.0.0.1`, `[::1]`. */
  readonly hosts: readonly string[];
  /** Whether `example.com` also stands for `api.example.com`, and never for `badexample.com`. @defaultValue true */
  readonly subdomains?: boolean;
}

interface AllowedHost {
  readonly host: string;
  /** Undefined: any. */
  readonly port: string | undefined;
  readonly withSubdomains: boolean;
}

/**
 * Blocks URLs of hosts that are not listed, and URLs that cannot be read. It sees URLs, also inside others, and not bare names
 * such as `example.com`: what a tool makes a URL of is the tool's to check.
 */
export function allowedHostsGuardrail(options: AllowedHostsGuardrailOptions): Guardrail {
  checkGuardrailOptions('allowedHostsGuardrail', options, { hosts: TEXTS, subdomains: FLAG }, ['hosts']);
  const allowed = options.hosts.map(host => parseAllowed(host, options.subdomains ?? true));
  return placeCheck(options, 'allowed hosts', ({ pieces, run }) => {
    for (const piece of pieces) {
      for (const found of findHosts(piece.normalize('NFC'))) {
        if (found === undefined) return fails('it holds a URL that cannot be read');
        if (!allowed.some(each => admits(each, found)))
          return fails(`the host '${run.secrets.mask(describe(found))}' is not allowed`);
      }
    }
    return PASSED;
  });
}

function parseAllowed(written: string, subdomains: boolean): AllowedHost {
  const [, name = '', port] = /^(\[[^\]]*\]|[^:/@]*)(?::(\d{1,5}))?$/.exec(plainText(written.trim())) ?? [];
  const host = normaliseHost(name);
  if (host === undefined || host === '' || host.includes('*')) {
    const fix = "write a host alone, with a port if it has one: 'example.com', 'localhost:8080'.";
    throw new DefinitionError([
      { where: 'allowedHostsGuardrail, hosts', seen: `'${written}' is not a host.`, fix },
    ]);
  }
  return { host, port, withSubdomains: subdomains && isIP(host) === 0 && !host.startsWith('[') };
}

const admits = ({ host, port, withSubdomains }: AllowedHost, found: FoundHost): boolean =>
  (port === undefined || port === found.port) &&
  (found.host === host || (withSubdomains && found.host.endsWith(`.${host}`)));

const describe = ({ host, port }: FoundHost): string =>
  port === '' || port === '80' || port === '443' ? host : `${host}:${port}`;
