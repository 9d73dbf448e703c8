import { inspect } from 'node:util';
import { Secrets } from '../../../src/context/secrets.js';

describe('Secrets', () => {
  it('gives a value by name', () => {
    const secrets = new Secrets({ api_key: 'hunter2', empty: '' });

    expect(secrets.get('api_key')).toBe('hunter2');
    expect(secrets.get('empty')).toBe('');
    expect(secrets.find('api_key')).toBe('hunter2');
    expect(secrets.find('toString')).toBeUndefined();
  });

  it('names a missing secret and the known ones, never their values', () => {
    const secrets = new Secrets({ api_key: 'hunter2', dsn: 'postgres://x' });

    expect(() => secrets.get('apikey')).toThrow(
      expect.objectContaining({
        code: 'SECRET_MISSING',
        message: expect.stringMatching(
          /'apikey'.*Did you mean 'api_key'.*Known secrets: 'api_key', 'dsn'/,
        ) as string,
        details: { name: 'apikey', known: ['api_key', 'dsn'] },
      }) as Error,
    );
    expect(() => secrets.get('apikey')).not.toThrow(/hunter2|postgres/);
  });

  it('asks a look-up each time and masks every value it handed out', () => {
    const rotating = ['first-value', 'second-value'];
    const secrets = new Secrets(name => (name === 'key' ? rotating.shift() : undefined));

    expect(secrets.mask('first-value')).toBe('first-value');
    expect([secrets.get('key'), secrets.get('key')]).toEqual(['first-value', 'second-value']);
    expect(secrets.mask('first-value, second-value')).toBe('[secret key], [secret key]');
  });

  it.each([
    ['itself', (value: string) => value],
    ['JSON-escaped', (value: string) => JSON.stringify({ value })],
    ['JSON inside JSON', (value: string) => JSON.stringify({ body: JSON.stringify({ value }) })],
    ['URL-encoded', (value: string) => `https://host/?q=${encodeURIComponent(value)}`],
    ['URL-encoded in lower case', (value: string) => encodeURIComponent(value).toLowerCase()],
    ['form-encoded', (value: string) => encodeURIComponent(value).replaceAll('%20', '+')],
    ['base64', (value: string) => Buffer.from(value).toString('base64')],
    ['base64url', (value: string) => Buffer.from(value).toString('base64url')],
  ])('masks a value that appears as %s', (_, appear) => {
    const value = 'p"a\\ss wörd/+?\n';
    const text = `before ${appear(value)} after`;
    const masked = new Secrets({ pass: value, lower: value.toLowerCase() }).mask(text);

    expect(masked).toContain('[secret pass]');
    expect(masked).not.toContain(appear(value));
  });

  it.each(['u', 'us', 'user'])('masks a password inside basic credentials of %s', user => {
    const header = Buffer.from(`${user}:correct-horse-battery`).toString('base64');

    expect(new Secrets({ pass: 'correct-horse-battery' }).mask(`Basic ${header}`)).toContain('[secret pass]');
  });

  it('masks the longest value first and never a marker', () => {
    const secrets = new Secrets({ short: 'abc', long: 'abcdef', word: 'secret', none: '' });

    expect(secrets.mask('abcdef abc secret')).toBe('[secret long] [secret short] [secret word]');
  });

  it('masks the longest value first, also where several sources are joined', () => {
    const joined = new Secrets({ OWN: 'sk-live' }).forRunWith(new Secrets({ PARENT: 'sk-live-1234567890' }));
    expect(joined.mask('sk-live-1234567890 sk-live')).toBe('[secret PARENT] [secret OWN]');
    expect(joined.mask(Buffer.from('sk-live-1234567890').toString('base64'))).toBe('[secret PARENT]');
  });

  it.each<[string, (value: string) => string]>([
    ['encodeURIComponent', value => encodeURIComponent(value)],
    ['a form', value => new URLSearchParams({ v: value }).toString().slice(2)],
    ['a URL', value => new URL(`https://a.example/?v=${value.replace('+', '%2B')}`).search.slice(3)],
    [
      'another language',
      value =>
        encodeURIComponent(value).replace(
          /[!'()*]/g,
          mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
        ),
    ],
    ['base64 in a URL', value => encodeURIComponent(Buffer.from(value).toString('base64'))],
  ])('masks what a URL has, as written by %s', (_who, encode) => {
    const value = `p@ss!w'ord(1)*~x y+z/=`;
    expect(new Secrets({ KEY: value }).mask(`a ${encode(value)} b`)).toBe('a [secret KEY] b');
  });

  it('takes values as text, not as patterns', () => {
    const secrets = new Secrets({ dots: 'a.c*', dollar: '$&$1' });

    expect(secrets.mask('abc a.c* $&$1')).toBe('abc [secret dots] [secret dollar]');
  });

  it('masks structured data, member names included, and keeps what holds no secret', () => {
    const secrets = new Secrets({ key: 'hunter2' });
    const clean = { a: [1, null, { b: 'x' }] };

    expect(secrets.maskJson({ clean, 'x-hunter2': ['hunter2', 7, true] })).toEqual({
      clean,
      'x-[secret key]': ['[secret key]', 7, true],
    });
    expect(secrets.maskJson(clean)).toBe(clean);
    expect((secrets.maskJson({ clean, k: 'hunter2' }) as typeof clean & { clean: unknown }).clean).toBe(
      clean,
    );
  });

  it('returns what it got when there are no secrets', () => {
    const value = { a: 'x' };

    expect(new Secrets().maskJson(value)).toBe(value);
    expect(new Secrets().mask('text')).toBe('text');
  });

  it('masks a value with a lone surrogate', () => {
    const value = `bad\ud800value`;

    expect(new Secrets({ odd: value }).mask(value)).toBe('[secret odd]');
  });

  it('never shows values when printed', () => {
    const secrets = new Secrets({ key: 'hunter2' });
    const printed = [
      inspect(secrets),
      inspect(secrets, { customInspect: false, showHidden: true }),
      JSON.stringify({ secrets }),
      String(secrets),
    ].join('\n');

    expect(printed).not.toContain('hunter2');
    expect(JSON.stringify({ secrets })).toBe('{"secrets":"[secrets]"}');
  });

  describe('of one run', () => {
    it('are the same object where they come from a record', () => {
      const secrets = new Secrets({ key: 'hunter2' });

      expect(secrets.forRun()).toBe(secrets);
    });

    it('mask what the run was given and what other runs were given lately, and forget the rest', () => {
      let made = 0;
      const secrets = new Secrets(name => `${name}-token-${++made}.`);
      const run = secrets.forRun();
      const own = run.get('KEY');
      let latest = '';
      for (let index = 0; index < 100; index++) latest = secrets.forRun().get('KEY');

      expect(run.mask(`${own} ${latest}`)).toBe('[secret KEY] [secret KEY]');
      expect(run.maskJson({ own, latest })).toEqual({ own: '[secret KEY]', latest: '[secret KEY]' });
      const other = secrets.forRun();
      expect(other.isEmpty).toBe(false);
      expect(other.mask(`${own} ${latest}`)).toBe(`${own} [secret KEY]`);
    });

    it('remember a thousand names, those asked for last', () => {
      const secrets = new Secrets(name => `<${name}>`);
      const run = secrets.forRun();
      run.get('first');
      const ask = (from: number, to: number): void => {
        for (let index = from; index < to; index++) secrets.forRun().get(`key ${index}`);
      };
      ask(0, 999);
      const other = secrets.forRun();
      expect(other.mask('<first> <key 0>')).toBe('[secret first] [secret key 0]');
      ask(999, 1_001);

      expect(other.mask('<first> <key 0> <key 1> <key 1000>')).toBe(
        '<first> <key 0> [secret key 1] [secret key 1000]',
      );
      expect(run.mask('<first> <key 1000>')).toBe('[secret first] [secret key 1000]');
      expect(() => secrets.forRun().get('key 1000')).not.toThrow();
    });

    it('name the secrets that are known elsewhere when one is missing', () => {
      const secrets = new Secrets(name => (name === 'KEY' ? 'hunter2' : undefined));
      secrets.forRun().get('KEY');

      expect(() => secrets.forRun().get('KEX')).toThrow("Did you mean 'KEY'?");
    });
  });
});
