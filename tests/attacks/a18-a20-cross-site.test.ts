import { beforeAll, describe, expect, test } from 'vitest';
import {
  createTestAccounts,
  getRefreshToken,
  password,
  register,
  type Registered,
} from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
let victim: Registered;
beforeAll(async () => {
  victim = await register(product);
});

const isStillSignedIn = async () => (await product.get('/api/sessions', { token: victim.accessToken })).statusCode;
const rotations = async () => (await product.database.pool.query('select 1 from refresh_tokens')).rows.length;

/** Headers that a victim's browser would send from another site's page. */
const foreign = [
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'https://localhost:3000' },
];

describe.each(foreign)('from another site, with %j', (headers) => {
  test('A18: refresh is rejected, and nothing is rotated', async () => {
    const before = await rotations();
    const answer = await product.get('/api/refresh', { cookie: victim.refreshToken, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin']);
    expect([getRefreshToken(answer), await rotations()]).toEqual(['', before]);
  });

  test('A19: logout is rejected, and the login session stays', async () => {
    const answer = await product.post('/api/logout', undefined, { cookie: victim.refreshToken, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin']);
    expect(await isStillSignedIn()).toBe(200);
  });

  test.each([
    ['/api/login', { email: 'a@kurs.example', password: 'Long-enough-1' }],
    ['/api/registration', { email: 'a@kurs.example', password: 'Long-enough-1', lang: 'en', captcha: solved }],
    ['/api/forgot-password', { email: 'a@kurs.example', lang: 'en', captcha: solved }],
    ['/api/reset-password/x', { newPassword: 'Long-enough-1' }],
    ['/api/auth/activate/x', { mine: true }],
    ['/api/resend-activation', { lang: 'en' }],
    ['/api/user/delete', { password }],
    ['/api/change-email', { email: 'a@kurs.example', lang: 'en', captcha: solved }],
  ])('A19: %s is rejected, and nothing is mailed', async (path, body) => {
    const before = product.mails.length;
    const answer = await product.post(path, body, { token: victim.accessToken, headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin']);
    expect(product.mails).toHaveLength(before);
  });

  test('A18, A19: ending login sessions and exporting the data are rejected', async () => {
    const call = { token: victim.accessToken, cookie: victim.refreshToken, headers };
    expect((await product.delete('/api/sessions', call)).statusCode).toBe(403);
    expect((await product.get('/api/user/export', call)).statusCode).toBe(403);
  });
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
  'A19: a form sent as %s is not parsed, even without an origin',
  async (type) => {
    const body = 'email=a%40kurs.example&password=Long-enough-1';
    for (const path of ['/api/login', '/api/registration', '/api/logout']) {
      const headers = { 'content-type': type };
      const answer = await product.app.inject({ method: 'POST', url: path, payload: body, headers });
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    }
    expect(await isStillSignedIn()).toBe(200);
  },
);

test.each(['https://evil.example', 'null', 'http://localhost:3000.evil.example', 'https://localhost:3000'])(
  'A20: Origin %s gets no CORS permission, neither in the preflight nor in the call',
  async (origin) => {
    const preflight = await product.app.inject({
      method: 'OPTIONS',
      url: '/api/login',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    const call = await product.get('/api/captcha', { headers: { origin } });
    for (const answer of [preflight, call]) {
      const named = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
      expect(named).toEqual([]);
    }
    expect(preflight.statusCode).toBeGreaterThanOrEqual(400);
  },
);

test('A18: the product’s own page may refresh, and so may a program', async () => {
  const { refreshToken } = await register(product);
  const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
  const first = await product.get('/api/refresh', { cookie: refreshToken, headers: own });
  expect(first.statusCode).toBe(200);
  expect((await product.get('/api/refresh', { cookie: getRefreshToken(first) })).statusCode).toBe(200);
});
