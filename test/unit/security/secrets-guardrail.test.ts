import { secretsGuardrail } from 'toolwright';
import { reasonFor } from './guardrail-verdicts.js';

const secrets = secretsGuardrail({ position: 'input' });
const fill = (length: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(4).slice(0, length);

// Put together here, so that nothing in this file has the form of a token.
const TOKENS: readonly (readonly [string, string])[] = [
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\nMIIE`],
  ['a private key', `-----BEGIN PRIVATE KEY-----`],
  ['a private key', `-----BEGIN OPENSSH PRIVATE KEY-----`],
  ['a private key', `-----BEGIN PGP PRIVATE KEY BLOCK-----`],
  ['an AWS access key', `AKIAABCDEFGH234567ZZ`],
  ['a GitHub token', `ghp_${fill(36)}`],
  ['a GitHub token', `github_pat_${fill(70)}`],
  ['a GitLab token', `glpat-${fill(20)}`],
  ['a Slack token', `xoxb-1234567890-${fill(20)}`],
  ['a Stripe key', `sk_live_${fill(24)}`],
  ['a Google API key', `AIza${fill(35)}`],
  ['an OpenAI or Anthropic key', `sk-proj-${fill(48)}`],
  ['an OpenAI or Anthropic key', `sk-ant-api03-${fill(60)}`],
  ['an npm token', `npm_${fill(36)}`],
  ['a SendGrid key', `SG.${fill(22)}.${fill(43)}`],
  ['a Hugging Face token', `hf_${fill(34)}`],
  ['a JSON Web Token', `eyJ${fill(17)}.eyJ${fill(30)}.${fill(43)}`],
  ['a URL with a password', 'postgres://app:s3cr3t@db.internal:5432/orders'],
];

describe('a secrets guardrail', () => {
  it.each(TOKENS)('finds %s and does not quote it: %s', async (what, token) => {
    expect(await reasonFor(secrets, `it is\n"${token}"`)).toBe(`it holds ${what}`);
  });

  it('finds what the run knows, in any form', async () => {
    expect(await reasonFor(secrets, 'x pw-of-db-4711 x')).toBe('it holds a secret of this run');
    expect(await reasonFor(secrets, Buffer.from('user:pw-of-db-4711').toString('base64'))).toBe(
      'it holds a secret of this run',
    );
  });

  it.each([
    'sk-short',
    'a task-force of the ghp_ kind',
    '-----BEGIN PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----',
    'https://example.com:8443/a@b',
    'eyJ is how they begin',
    'AKIA',
    'd41d8cd98f00b204e9800998ecf8427e',
  ])('lets go what is none: %s', async text => {
    expect(await reasonFor(secrets, text)).toBeUndefined();
  });
});
