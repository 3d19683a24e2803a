import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { emailPattern, toCanonicalEmail } from './email.ts';

test.each(['пошта.укр', 'почта.рф', 'münchen.de', '例え.テスト', 'mail.почта-онлайн.рф', 'example.com'])(
  'an address at %s is one address, in letters and in Punycode',
  (domain) => {
    expect(toCanonicalEmail(`Olena.K@${domainToASCII(domain).toUpperCase()}`)).toBe(`olena.k@${domain}`);
    expect(toCanonicalEmail(`OLENA.K@${domain.toUpperCase()}`)).toBe(`olena.k@${domain}`);
    expect(`olena.k@${domain}`).toMatch(emailPattern);
  },
);

test.each([
  'xn--80a1acn3a.xn--j1amh',
  'a@b',
  'a@пошта',
  'a@-пошта.укр',
  'a@пошта.у',
  'a@пош та.укр',
  'a@пошта..укр',
  'олена@пошта.укр',
  'a@xn--999999999.укр\u0000',
  'a@b@пошта.укр',
  'a@xn--j1amh!.com',
  'a@example.com\nBcc: b@example.com',
])('%j is no address', (text) => {
  expect(toCanonicalEmail(text)).not.toMatch(emailPattern);
});

test('a label that is no Punycode stays as it is', () => {
  expect(toCanonicalEmail('a@xn--99999999999999.com')).toBe('a@xn--99999999999999.com');
});
