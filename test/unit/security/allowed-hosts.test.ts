import { allowedHostsGuardrail } from 'toolwright';
import { problemsOf } from '../../support/problems-of.js';
import { reasonFor } from './guardrail-verdicts.js';

const allowed = (hosts: readonly string[], subdomains?: boolean) =>
  allowedHostsGuardrail({ position: 'input', hosts, ...(subdomains === undefined ? {} : { subdomains }) });
const example = allowed(['example.com', 'bücher.example', '10.0.0.1', '[::1]']);

describe('a guardrail of allowed hosts', () => {
  it.each([
    'no URL here, only example.org and a/b//c',
    'see https://example.com.',
    '(https://example.com/a?b=c), https://api.example.com:8443/x',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com./',
    'https://user:pw@example.com/',
    'https://b%C3%BCcher.example/ and https://xn--bcher-kva.example and https://BÜCHER.example',
    'http://10.0.0.1/, http://167772161/ and http://0x0a000001/',
    'http://[::1]:8080/ and http://[0:0:0:0:0:0:0:1]/',
    'postgres://u@db.example.com:5432/x',
    '"https://example.com\\n"',
    'file:///etc/hosts',
    'https://... or https://',
  ])('passes %j', async text => {
    expect(await reasonFor(example, text)).toBeUndefined();
  });

  it.each([
    ['https://badexample.com', 'badexample.com'],
    ['https://example.com.evil.org/', 'example.com.evil.org'],
    ['https://example.com@evil.org/', 'evil.org'],
    ['https://example.com:pw@evil.org/', 'evil.org'],
    ['https:evil.org', 'evil.org'],
    ['https:\\\\evil.org\\x', 'evil.org'],
    ['https:///evil.org', 'evil.org'],
    ['ht\ntps://evil.org/', 'evil.org'],
    ['https://ev\til.org/', 'ev'],
    ['https:\t//evil.org/', 'evil.org'],
    [`ht\ntps://evil.org/${'a'.repeat(20_000)}`, 'evil.org'],
    ['//evil.org/x', 'evil.org'],
    ['<a href="//evil.org/x">', 'evil.org'],
    ['https://evil。org/', 'evil.org'],
    ['https://%65vil.org/', 'evil.org'],
    ['https://exаmple.com/', 'xn--exmple-4nf.com'],
    ['https://example.com/?next=https://evil.org/', 'evil.org'],
    ['https://example.com/a,https://evil.org/b', 'evil.org'],
    ['...https://evil.org', 'evil.org'],
    ['5https://evil.org', 'evil.org'],
    ['ftp://evil.org/', 'evil.org:21'],
    ['git+ssh://git@evil.org/x', 'evil.org'],
    ['http://10.0.0.10/', '10.0.0.10'],
    ['http://1.10.0.0.1/', undefined],
    ['http://[::2]/', '[::2]'],
    ['http://[::ffff:10.0.0.2]/', '[::ffff:a00:2]'],
    ['https://example.com\\@evil.org/', undefined],
    ['https://exa mple.com https://a b', 'exa'],
    ['https://example.com%40evil.org/', undefined],
    ['https://example.com:99999/', undefined],
    [`https://${'a.'.repeat(244)}aexample.com@evil.org/`, undefined],
    [`https://${'a.'.repeat(245)}example.com@evil.org/`, undefined],
  ])('blocks %j', async (text, host) => {
    expect(await reasonFor(example, text)).toBe(
      host === undefined ? 'it holds a URL that cannot be read' : `the host '${host}' is not allowed`,
    );
  });

  it('takes hosts alone as they are without subdomains', async () => {
    const exact = allowed(['example.com'], false);
    expect(await reasonFor(exact, 'https://example.com')).toBeUndefined();
    expect(await reasonFor(exact, 'https://api.example.com')).toBe(
      "the host 'api.example.com' is not allowed",
    );
  });

  it('minds the port of a host that has one', async () => {
    const ports = allowed(['example.com:8443', 'localhost:80']);
    expect(await reasonFor(ports, 'https://example.com:8443/ http://localhost/')).toBeUndefined();
    expect(await reasonFor(ports, 'https://example.com/')).toBe("the host 'example.com' is not allowed");
    expect(await reasonFor(ports, 'http://localhost:8080/')).toBe("the host 'localhost:8080' is not allowed");
  });

  it.each(['https://example.com', '*.example.com', 'a b', 'user@example.com', 'example.com/path', '::1'])(
    'is not made of %j',
    host => {
      expect(problemsOf(() => allowed([host]))).toEqual([
        { where: 'allowedHostsGuardrail, hosts', seen: `'${host}' is not a host.`, fix: expect.any(String) },
      ]);
    },
  );

  it.each(['https://', 'a+', 'a1', '//', 'http:'])(
    'takes time in proportion to the text: %j',
    async piece => {
      const startedAt = process.cpuUsage();
      await reasonFor(example, piece.repeat(20_000));
      expect(process.cpuUsage(startedAt).user / 1_000_000).toBeLessThan(5);
    },
  );
});
