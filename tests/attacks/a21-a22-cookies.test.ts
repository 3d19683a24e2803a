import { expect, test } from 'vitest';
import { createTestAccounts, getRefreshToken, password, register } from '#tests/support/test-accounts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const plain = sharedByTests(createTestAccounts);
const https = sharedByTests(() => createTestAccounts({ config: { publicUrl: 'https://kurs.example' } }));

const getCookie = (answer: { headers: object }): string => {
  const header: unknown = Reflect.get(answer.headers, 'set-cookie');
  return String(Array.isArray(header) ? header[0] : header);
};

test('A21: over https the cookie is bound to this host, Secure, HttpOnly and SameSite', async () => {
  const { email } = await register(https);
  const header = getCookie(await https.post('/api/login', { email, password }));
  expect(header).toMatch(/^__Host-refresh=[\w-]{43}; /);
  expect(header.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/',
    'SameSite=Strict',
    'Secure',
  ]);
});

test('A21: signing out deletes that cookie', async () => {
  const header = getCookie(await https.post('/api/logout'));
  expect(header).toMatch(/^__Host-refresh=; /);
  expect(header).toMatch(/Max-Age=0/);
  expect(header).toMatch(/Secure/);
});

test('A21: over http it is without Secure, which browsers would reject, and with the other attributes', async () => {
  const { email } = await register(plain);
  const header = getCookie(await plain.post('/api/login', { email, password }));
  expect(header).toMatch(/^refresh=[\w-]{43}; /);
  expect(header.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict']);
});

test('A21: no answer contains the refresh credential outside its cookie', async () => {
  const { email } = await register(plain);
  const answer = await plain.post('/api/login', { email, password });
  expect(answer.body).not.toContain(getRefreshToken(answer));
  expect(Object.keys(answer.json()).sort()).toEqual(['accessToken', 'user']);
});

test('A22: a refresh cookie planted before sign-in is not adopted', async () => {
  const attacker = await register(plain);
  const victim = await register(plain);
  for (const planted of [attacker.refreshToken, 'x'.repeat(43)]) {
    const answer = await plain.post('/api/login', { email: victim.email, password }, { cookie: planted });
    const own = getRefreshToken(answer);
    expect(own).toMatch(/^[\w-]{43}$/);
    expect(own).not.toBe(planted);
    expect((await plain.get('/api/refresh', { cookie: own })).json().user.email).toBe(victim.email);
  }
  expect((await plain.get('/api/refresh', { cookie: attacker.refreshToken })).json().user.email).toBe(attacker.email);
  expect((await plain.get('/api/refresh', { cookie: 'x'.repeat(43) })).statusCode).toBe(401);
});

test('A22: the database value of a login session is no valid credential', async () => {
  const { rows } = await plain.database.pool.query<{ hash: Buffer; id: string }>(
    'select token_hash as hash, session_id as id from refresh_tokens',
  );
  for (const { hash, id } of rows) {
    for (const cookie of [hash.toString('base64url'), hash.toString('hex'), id]) {
      expect((await plain.get('/api/refresh', { cookie })).statusCode).toBe(401);
    }
  }
});
