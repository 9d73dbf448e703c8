import { piiGuardrail } from 'toolwright';
import { reasonFor } from './guardrail-verdicts.js';

const pii = piiGuardrail({ position: 'input' });

describe('a PII guardrail', () => {
  it.each([
    ['an e-mail address', 'write to ann.o+news@mail.example.co.uk, please'],
    ['an e-mail address', 'jürgen: <j@müller.de>'],
    ['an e-mail address', 'ann@exa\u200Bmple.com'],
    ['a phone number', 'call +49 (0)30 1234-5678.'],
    ['a phone number', 'call (555) 867-5309'],
    ['a phone number', 'call 555-867-5309'],
    ['an IBAN', 'to DE89 3704 0044 0532 0130 00 today'],
    ['an IBAN', 'GB82WEST12345698765432'],
    ['an IBAN', 'gb82 west 1234 5698 7654 32 and more words'],
    ['a credit card number', '4111 1111 1111 1111'],
    ['a credit card number', 'card:5500-0055-5555-5559!'],
    ['a credit card number', '378282246310005'],
    ['a credit card number', '3782 822463 10005'],
    ['a credit card number', '1234 4111 1111 1111 1111'],
    ['a credit card number', '４１１１１１１１１１１１１１１１'],
    ['a US social security number', 'SSN 078-05-1120.'],
  ])('finds %s: %s', async (what, text) => {
    expect(await reasonFor(pii, text)).toBe(`it holds ${what}`);
  });

  it.each([
    'ORD-123456 of 2024-01-02, 10:30',
    'user@localhost and @handle',
    '4111 1111 1111 1112',
    '1704067200000',
    '0000 0000 0000 0000',
    'DE89 3704 0044 0532 0130 01',
    'to20 people came from all over the place yesterday',
    '000-12-3456 and 123-00-4567 and 900-11-2222',
    '192.168.100.200:8080',
    'version 1.555.867-5309',
    '+1 2 3',
  ])('lets go what only looks alike: %s', async text => {
    expect(await reasonFor(pii, text)).toBeUndefined();
  });

  it('looks for the kinds it is told to', async () => {
    const emails = piiGuardrail({ position: 'input', kinds: ['email'] });
    expect(await reasonFor(emails, '4111 1111 1111 1111')).toBeUndefined();
    expect(await reasonFor(emails, 'a@example.com')).toBe('it holds an e-mail address');
  });

  it('names all kinds, and no value', async () => {
    expect(await reasonFor(pii, 'a@example.com, 4111111111111111')).toBe(
      'it holds an e-mail address, a credit card number',
    );
  });

  it.each(['+1', '1 ', 'a', 'a.', '1-', '1111 ', 'DE12 ', 'a@', '4'])(
    'takes time in proportion to the text: %j',
    async piece => {
      const startedAt = process.cpuUsage();
      await reasonFor(pii, piece.repeat(100_000));
      const { user } = process.cpuUsage(startedAt);
      expect(user / 1_000_000).toBeLessThan(5);
    },
  );
});
