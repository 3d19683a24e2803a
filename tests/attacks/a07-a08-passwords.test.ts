import { beforeEach, expect, test } from 'vitest';
import { createTestAccounts, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
beforeEach(() => product.clock.advance(hourMs));

const logIn = async (email: string, given: string): Promise<number> =>
  (await product.post('/api/login', { email, password: given })).statusCode;

test.each([
  ['64 characters', `Aa1-${'x'.repeat(60)}`],
  ['73 bytes', `Aa1-${'x'.repeat(69)}`],
  ['128 characters', `Aa1-${'x'.repeat(124)}`],
  ['128 emoji and four-byte letters', `Aa1-${'🙂'.repeat(124)}`],
  ['a NUL', 'Aa1-\u0000tail-of-it'],
  ['Cyrillic letters', 'Пароль-надійний-1'],
  ['spaces at both ends', ' Aa1-inside of spaces '],
])('A7: a password of %s is compared up to its last character', async (_title, chosen) => {
  const { email } = await register(product, { password: chosen });
  const cut = Array.from(chosen).slice(0, -1).join('');
  expect(await logIn(email, cut)).toBe(401);
  expect(await logIn(email, chosen)).toBe(200);
});

test('A7: one password is the same in both Unicode forms of its letters', async () => {
  const chosen = 'Naïve-Éclair-1';
  const { email } = await register(product, { password: chosen.normalize('NFD') });
  expect(await logIn(email, chosen.normalize('NFC'))).toBe(200);
  expect(await logIn(email, chosen.normalize('NFD'))).toBe(200);
});

test.each([129, 1_000, 60_000])('A7: a password of %i characters is rejected before it is hashed', async (length) => {
  const long = `Aa1-${'x'.repeat(length - 4)}`;
  const before = product.hashings();
  const form = { email: `long-${length}@kurs.example`, password: long };
  for (const answer of [
    await product.post('/api/registration', { ...form, lang: 'en', captcha: solved }),
    await product.post('/api/login', form),
  ]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      details: [{ field: 'password', message: 'The password is too long: 128 characters at most.' }],
    });
  }
  expect(product.hashings()).toBe(before);
});

test('A7: a password of 10 MB is rejected by its size', async () => {
  const answer = await product.post('/api/login', { email: 'a@kurs.example', password: 'x'.repeat(10_000_000) });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large']);
});

test('A8: a common password that meets the rule is accepted: only the form warns of it', async () => {
  const { email } = await register(product, { password: 'Password1!' });
  expect(await logIn(email, 'Password1!')).toBe(200);
});
