import { expect, test } from 'vitest';
import { type Answer, createTestAccounts, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(() => createTestAccounts({ config: { publicUrl: 'https://kurs.example' } }));

const form = { email: 'headers@kurs.example', password, lang: 'en', captcha: solved };

/** One call for each status that an account call may return. */
const calls: readonly (readonly [number, () => Promise<Answer>])[] = [
  [201, () => product.post('/api/registration', form)],
  [200, () => product.post('/api/login', { email: form.email, password })],
  [202, () => product.post('/api/forgot-password', { email: form.email, lang: 'en', captcha: solved })],
  [204, () => product.post('/api/logout')],
  [302, () => product.get('/api/auth/activate/x')],
  [400, () => product.post('/api/auth/activate/x', { mine: true })],
  [401, () => product.get('/api/refresh')],
  [403, () => product.get('/api/refresh', { headers: { origin: 'https://evil.example' } })],
  [404, () => product.get('/api/sessions/x/y')],
  [405, () => product.get('/api/login')],
  [409, () => product.post('/api/registration', form)],
  [413, () => product.post('/api/login', { email: 'x'.repeat(70_000) })],
  [415, () => product.post('/api/login', 'a=b', { headers: { 'content-type': 'text/plain' } })],
];

test.each(calls)('A55, A56: an answer with %i carries every header', async (status, call) => {
  const { statusCode, headers } = await call();
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  });
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
    expect(headers).not.toHaveProperty(name);
});

test('A56: signing out and deleting the account clear the HTTP cache of the browser and the cookie', async () => {
  const [guest, leaver] = [await register(product), await register(product)];
  const answers = [
    await product.post('/api/logout', undefined, { token: guest.accessToken }),
    await product.post('/api/user/delete', { password }, { token: leaver.accessToken }),
  ];
  for (const { statusCode, headers, cookies } of answers) {
    expect([statusCode, headers['clear-site-data']]).toEqual([204, '"cache"']);
    expect(cookies).toMatchObject([{ name: '__Host-refresh', value: '' }]);
  }
});

test('A56: 429 and 503 carry them too, with a retry time', async () => {
  for (let i = 0; i < 30; i++)
    await product.post('/api/login', { email: 'nobody@kurs.example', password: 'Wrong-one-1' });
  const limited = await product.post('/api/login', { email: form.email, password });
  product.databaseProxy.cut();
  const away = await product.get('/api/captcha/challenge');
  product.databaseProxy.restore();
  expect([limited.statusCode, away.statusCode]).toEqual([429, 503]);
  for (const { headers } of [limited, away]) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
  }
});
