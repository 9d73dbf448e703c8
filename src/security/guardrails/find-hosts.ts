/** Where a URL leads; the host as URLs write it: lower case, punycode, IPv4 in four decimals, IPv6 in brackets. */
export interface FoundHost {
  readonly host: string;
  /** Empty where the scheme says which. */
  readonly port: string;
}

/** Of user, host and port. */
const OF_AUTHORITY = '[^\\s"\'<>`\\\\/?#]';
/**
 * At every place where a URL may begin, also inside another one: a redirect leads on. Web schemes do without slashes, and take
 * them in any direction and number; a URL without a scheme stands alone, or where a page would name one.
 */
const BEGINNINGS = RegExp(
  String.raw`(?=((?:(?:https?|wss?|ftp):[\\/]*|(?<![a-z])[a-z][a-z\d+.-]{0,30}:\/\/|(?<=^\s*|["'(=])(?:\/\/|\\\\))` +
    String.raw`${OF_AUTHORITY}{1,500})(${OF_AUTHORITY}|\\[^\s"'<>]{0,200}@)?)`,
  'gi',
);
/** Marks that end a sentence or close what the URL stands in. */
const TRAILING = /[),.:;!?}'*|…”’»]+$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'ws:': '80',
  'https:': '443',
  'wss:': '443',
  'ftp:': '21',
};

/** The hosts of all URLs in a text; undefined stands for a URL that cannot be read. */
export function* findHosts(text: string): Generator<FoundHost | undefined> {
  for (const [, beginning = '', goesOn] of text.matchAll(BEGINNINGS)) {
    // No host is as long, and what a backslash ends for browsers goes on for others, up to the @.
    const found = goesOn === undefined ? readHost(beginning) : undefined;
    if (found?.host !== '') yield found;
  }
  // URLs are read without the tabs and line breaks in them, so that a whole text may be one where no part of it is.
  const whole = URL.canParse(text) ? readHost(text) : undefined;
  if (whole !== undefined && whole.host !== '') yield whole;
}

function readHost(written: string): FoundHost | undefined {
  const trimmed = written.replace(TRAILING, '');
  // Of a scheme alone nothing can come.
  if (/^[a-z\d+.-]*[:\\/]*$/i.test(trimmed)) return { host: '', port: '' };
  const address = /^[\\/]{2}/.test(trimmed) ? `http:${trimmed}` : trimmed;
  if (!URL.canParse(address)) return undefined;
  const { hostname, port, protocol } = new URL(address);
  const host = normaliseHost(hostname);
  return host === undefined
    ? undefined
    : { host, port: port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port };
}

/** As URLs of the web write it, without the dot that ends full names; undefined for what is no host. */
export function normaliseHost(host: string): string | undefined {
  if (host === '') return '';
  // Only web schemes decode and encode it, and only in them numbers are addresses.
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined;
}
