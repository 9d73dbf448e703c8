import fc from 'fast-check';
import { Secrets } from '../../../src/context/secrets.js';

const TOKEN = 'tok-4711/with=signs';
const KEY = '-----BEGIN KEY-----\nMIIEabcdefgh\n12345678==\n-----END KEY-----';
const secrets = new Secrets({ TOKEN, KEY, PIN: '4711' });

describe('secrets that lines break in two', () => {
  it.each([
    ['a line break', 'Bearer tok-4711/\nwith=signs!', 'Bearer [secret TOKEN]!'],
    ['several', 't\no\r\nk-4711/with=sig\nns', '[secret TOKEN]'],
    ['an indented line', 'a\n  tok-4711/with\n    =signs\nb', 'a\n  [secret TOKEN]\nb'],
    ['a continued line', 'tok-4711\\\n/with=signs', '[secret TOKEN]'],
    ['a line break as JSON writes it', '{"a":"tok-4711\\n/with=signs"}', '{"a":"[secret TOKEN]"}'],
    ['a line break in JSON in JSON', 'tok-4711\\\\r\\\\n/with=signs', '[secret TOKEN]'],
    ['URL encoding', 'tok-4711%2Fwi\nth%3Dsigns', '[secret TOKEN]'],
    ['other line breaks than its own', `x ${KEY.replaceAll('\n', '')} y`, 'x [secret KEY] y'],
    ['its lines indented', `key: |\n${KEY.replace(/^/gm, '  ')}`, 'key: |\n  [secret KEY]'],
    ['twice', 'tok-4711/\nwith=signs\ntok-4711/with\n=signs', '[secret TOKEN]\n[secret TOKEN]'],
  ])('are masked: %s', (_, text, masked) => {
    expect(secrets.mask(text)).toBe(masked);
  });

  it('are masked in base64 of 76 characters a line', () => {
    const whole = Buffer.from(`${'x'.repeat(50)}${TOKEN}${'y'.repeat(60)}`).toString('base64');
    const masked = secrets.mask(whole.replace(/.{76}/g, '$&\n'));
    expect(masked).toContain('[secret TOKEN]');
    expect(
      Buffer.from(masked.replace('[secret TOKEN]', '').replace('\n', ''), 'base64').toString(),
    ).not.toContain('4711');
  });

  it('are masked wherever the lines break', () => {
    const breaks = fc.array(fc.tuple(fc.nat(TOKEN.length), fc.constantFrom('\n', '\r\n', '\n  ', '\\n')), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(breaks, fc.string(), fc.string(), (places, before, after) => {
        const broken = places
          .sort(([a], [b]) => b - a)
          .reduce((text, [at, lineBreak]) => text.slice(0, at) + lineBreak + text.slice(at), TOKEN);
        const masked = secrets.mask(`${before} ${broken} ${after}`);
        expect(masked).toContain('[secret TOKEN]');
        expect(masked.replaceAll(/\\?(\r?\n|\\n)[ \t]*/g, '')).not.toContain(TOKEN);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it.each(['47\n11', 'tok-0815/\n\nwith=signs', 'a\nb\nc', 'x [secret TOKEN]\ny'])(
    'stay when they are none: %j',
    text => {
      expect(secrets.mask(text)).toBe(text);
    },
  );

  it('take time in proportion to the text', () => {
    const startedAt = process.cpuUsage();
    secrets.mask('tok-\n'.repeat(200_000));
    expect(process.cpuUsage(startedAt).user / 1_000_000).toBeLessThan(5);
  });
});
