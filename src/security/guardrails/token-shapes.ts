/** A secret that is told by its form. */
export interface TokenShape {
  readonly what: string;
  readonly pattern: RegExp;
}

/** Each begins where no word goes on, and with letters of its own, so that looking costs in proportion to the text. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  { what: 'a private key', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
  { what: 'an AWS access key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/ },
  { what: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})/ },
  { what: 'a GitLab token', pattern: /\bgl(?:pat|ptt|rt|dt|soat)-[\w-]{20,}/ },
  {
    what: 'a Slack token',
    pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/,
  },
  { what: 'a Stripe key', pattern: /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}/ },
  { what: 'a Google API key', pattern: /\bAIza[\w-]{35}/ },
  {
    what: 'an OpenAI or Anthropic key',
    pattern: /\bsk-(?:proj-|svcacct-|admin-|ant-[a-z]{2,8}\d{2}-)?[\w-]{32,}/,
  },
  { what: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/ },
  { what: 'a PyPI token', pattern: /\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}/ },
  { what: 'a SendGrid key', pattern: /\bSG\.[\w-]{16,32}\.[\w-]{16,64}/ },
  { what: 'a Hugging Face token', pattern: /\bhf_[A-Za-z0-9]{30,}/ },
  { what: 'a JSON Web Token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/ },
  {
    what: 'a URL with a password',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:[^\s/@]{3,200}@[\w.[-]/i,
  },
];
