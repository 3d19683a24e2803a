import { describe, expect, test } from 'vitest';
import { ApiErrorBody } from '#contract/api-error.ts';
import { createTestAccounts, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);

const calls: readonly (readonly [string, object])[] = [
  ['/api/registration', { email: 'fault@kurs.example', password, lang: 'en', captcha: solved }],
  ['/api/login', { email: 'fault@kurs.example', password }],
  ['/api/forgot-password', { email: 'fault@kurs.example', lang: 'en', captcha: solved }],
  ['/api/reset-password/x', { newPassword: password }],
];
const leaks = /\bat \w+ \(|node_modules|\.ts\b|select |insert |postgres|ECONN|zod|fastify/i;

describe.each(calls)('%s', (path, body) => {
  test.each([
    ['broken JSON', '{"email":', 'malformed_request'],
    ['a list', '[]', 'validation_failed'],
    ['a word', '"x"', 'validation_failed'],
    ['null', 'null', 'validation_failed'],
    ['a prototype', '{"__proto__":{"isActivated":true}}', 'malformed_request'],
    [
      'wrong types',
      JSON.stringify(Object.fromEntries(Object.keys(body).map((key) => [key, { a: [1] }]))),
      'validation_failed',
    ],
  ])('A58: %s is rejected in the common error format, without details of the server', async (_title, payload, code) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' };
    const answer = await product.app.inject({ method: 'POST', url: path, payload, headers });
    expect(answer.statusCode).toBe(400);
    expect(ApiErrorBody.parse(answer.json())).toMatchObject({ code, requestId: answer.headers['x-request-id'] });
    expect(answer.body).not.toMatch(leaks);
  });

  test('A58: rejected during a database outage: no call is accepted that cannot be counted', async () => {
    const { hashings, mails } = product;
    const before = [hashings(), mails.length];
    product.databaseProxy.cut();
    const answer = await product.post(path, body);
    product.databaseProxy.restore();
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      503,
      'database_unavailable',
      '5',
    ]);
    expect(answer.body).not.toMatch(leaks);
    expect([hashings(), mails.length]).toEqual(before);
  });
});

test('A58: a caller with a token gets a storage error, not an authentication error', async () => {
  const { accessToken: token, refreshToken: cookie } = await register(product);
  product.databaseProxy.cut();
  const answers = [await product.get('/api/sessions', { token }), await product.get('/api/refresh', { cookie })];
  product.databaseProxy.restore();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
  for (const { headers } of answers) expect(headers).not.toHaveProperty('set-cookie');
  expect((await product.get('/api/refresh', { cookie })).statusCode).toBe(200);
});
