import { domainToASCII } from 'node:url';
import { expect, test, it } from 'vitest';
import { emailPattern, toCanonicalEmail, likelyEmail, findWebmail, maskEmail } from './email.ts';

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

test.each([
  ['olena@gmial.com', 'olena@gmail.com'],
  ['olena@gmail.con', 'olena@gmail.com'],
  ['olena@gmail.co', 'olena@gmail.com'],
  ['Olena.K+1@GMAL.COM', 'Olena.K+1@gmail.com'],
  ['a@ukr.nt', 'a@ukr.net'],
  ['a@outlok.com', 'a@outlook.com'],
  ['a@yaho.com', 'a@yahoo.com'],
  ['a@iclod.com', 'a@icloud.com'],
])('recognises %s as a typo of %s', (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

test.each([
  'a@gmail.com',
  'a@ukr.net',
  'a@mail.com',
  'a@me.com',
  'a@kurs.example',
  'a@university.edu.ua',
  'a@gm',
  'a@gmail.',
  'a@',
  '@gmial.com',
  'gmial.com',
  '',
])('suggests no correction for %s', (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});

test('finds the inbox of a well-known domain', () => {
  expect([findWebmail('a@gmail.com'), findWebmail('A@Ukr.Net')]).toEqual([
    'https://mail.google.com/',
    'https://mail.ukr.net/',
  ]);
});

test.each(['a@kurs.example', 'a@gmail.com.evil.example', 'gmail.com@evil.example', ''])(
  'suggests no inbox for %s',
  (email) => {
    expect(findWebmail(email)).toBeNull();
  },
);

it.each([
  ['olena.k@example.com', 'o***@e***.com'],
  ['a@b.ua', 'a***@b***.ua'],
  ['"odd@name"@mail.example.co.uk', '"***@m***.uk'],
  ['ї@пошта.укр', 'ї***@п***.укр'],
  ['x@localhost', 'x***@l***'],
])('masks %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
