import { expect, test } from 'vitest';
import { createTestAccounts, password } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);

const refused: readonly (readonly [string, object, string])[] = [
  ['/api/registration', { email: 'not an address', password, captcha: solved }, 'validation_failed'],
  ['/api/login', { email: 'nobody@kurs.example', password }, 'invalid_credentials'],
  ['/api/reset-password/nope', { newPassword: password }, 'link_invalid'],
];

test.each(refused)(
  '%s answers in the language given in its body, regardless of the browser’s preference',
  async (path, body, code) => {
    const headers = { 'accept-language': 'en' };
    const answer = await product.post(path, { ...body, lang: 'ru' }, { headers });
    expect([answer.json().code, answer.headers['content-language']]).toEqual([code, 'ru']);
    expect(answer.json().message).toMatch(/[а-яё]/i);
  },
);

test('an empty field is reported as required rather than as too short', async () => {
  const headers = { 'accept-language': 'en' };
  const answer = await product.post('/api/login', { email: 'somebody@kurs.example', password: '' }, { headers });
  expect(answer.json().details).toEqual([{ field: 'password', message: 'Required.' }]);
});
