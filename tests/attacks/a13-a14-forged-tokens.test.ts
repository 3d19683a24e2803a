import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createTestAccounts, mailedLink, register, type Registered } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
let person: Registered;
let claims: { sub: string; sid: string; aud: string; iat: number; exp: number };
beforeAll(async () => {
  person = await register(product);
  claims = JSON.parse(Buffer.from(person.accessToken.split('.')[1] ?? '', 'base64url').toString());
});

const secret = 'a secret of these tests, long enough for anybody';
/**
 * The product's own key, which an attacker would need. Tokens signed with it are rejected for their
 * claims alone.
 */
const key = createHmac('sha256', secret).update('access token').digest();
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const sign = (header: { alg: string } & Record<string, unknown>, change: object = {}, by: Uint8Array = key) =>
  new SignJWT({ ...claims, ...change }).setProtectedHeader(header).sign(by);
const getStatus = async (token: string) => (await product.get('/api/sessions', { token })).statusCode;
const good = { alg: 'HS256', typ: 'at+jwt' };

test('a token signed here as the product does is accepted: the forgeries below differ in one respect each', async () => {
  expect(await getStatus(await sign(good))).toBe(200);
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });
const past = () => Math.floor(product.clock.now() / 1000);

test.each<[string, () => string | Promise<string>]>([
  ['no algorithm', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`],
  ['the algorithm "none" in other case', () => `${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${encode(claims)}.`],
  [
    'no algorithm, with the old signature',
    () => [encode({ alg: 'none' }), ...person.accessToken.split('.').slice(1)].join('.'),
  ],
  ['a public key used as an HMAC secret', () => sign(good, {}, Buffer.from(publicPem))],
  [
    'an RSA signature',
    () => new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(rsa.privateKey),
  ],
  ['another HMAC', () => sign({ ...good, alg: 'HS512' }, {}, randomBytes(64))],
  ['the secret itself as the key', () => sign(good, {}, Buffer.from(secret))],
  ['an empty key', () => sign(good, {}, Buffer.alloc(1))],
  [
    'a changed claim under the old signature',
    () => {
      const [header, , signature] = person.accessToken.split('.');
      return [header, encode({ ...claims, sub: '00000000-0000-4000-8000-000000000000' }), signature].join('.');
    },
  ],
  ['a truncated signature', () => person.accessToken.slice(0, -4)],
  ['an expiry in the past', () => sign(good, { exp: past() - 1 })],
  ['an expiry of this second', () => sign(good, { exp: past() })],
  ['no end', () => sign(good, { exp: undefined })],
  ['a start in the future', () => sign(good, { nbf: past() + 60 })],
  ['another audience', () => sign(good, { aud: 'another-api' })],
  ['no audience', () => sign(good, { aud: undefined })],
  ['another type', () => sign({ ...good, typ: 'JWT' })],
  ['a key referenced by a path', () => sign({ ...good, kid: '../../../../dev/null' }, {}, Buffer.alloc(1))],
  ['a key referenced by a URL', () => sign({ ...good, jku: 'https://evil.example/keys' }, {}, randomBytes(32))],
  ['a key embedded in the header', () => sign({ ...good, jwk: { kty: 'oct', k: 'AA' } }, {}, Buffer.from([0]))],
  ["another user in another's session", () => sign(good, { sub: '00000000-0000-4000-8000-000000000000' })],
  ['a session that does not exist', () => sign(good, { sid: '00000000-0000-4000-8000-000000000000' })],
  ['a malformed session id', () => sign(good, { sid: "' or 1=1 --" })],
  ['nothing', () => ''],
  ['junk', () => 'a.b.c'],
  ['40 KB', () => 'x'.repeat(12_000)],
])('A13: a token with %s is rejected', async (_title, forge) => {
  expect(await getStatus(await forge())).toBe(401);
});

test('A14: no credential works for another purpose', async () => {
  await product.post('/api/forgot-password', { email: person.email, lang: 'en', captcha: solved });
  const reset = mailedLink(product, 'reset', person.email);
  const activation = mailedLink(product, 'activation', person.email);
  for (const token of [person.refreshToken, reset, activation]) expect(await getStatus(token)).toBe(401);
  for (const cookie of [person.accessToken, reset, activation]) {
    expect((await product.get('/api/refresh', { cookie })).statusCode).toBe(401);
  }
  const newPassword = 'Another-one-2';
  for (const link of [activation, person.refreshToken]) {
    expect((await product.post(`/api/reset-password/${link}`, { newPassword })).json().code).toBe('link_invalid');
  }
  for (const link of [reset, person.refreshToken]) {
    expect((await product.post(`/api/auth/activate/${link}`, { mine: true })).json().code).toBe('link_invalid');
  }
  expect((await product.post(`/api/reset-password/${person.accessToken}`, { newPassword })).statusCode).toBe(400);
  expect((await product.post('/api/login', { email: person.email, password: newPassword })).statusCode).toBe(401);
});

test('A13: a token in the query string is ignored', async () => {
  for (const name of ['token', 'access_token', 'accessToken']) {
    expect((await product.get(`/api/sessions?${name}=${person.accessToken}`)).statusCode).toBe(401);
  }
});
