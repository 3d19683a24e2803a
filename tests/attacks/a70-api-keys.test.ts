import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ApiKeyScope, apiKeyScopes } from '#domain/accounts/api-key.ts';
import { apiKeys } from '#server/database/tables/key-tables.ts';
import { users } from '#server/database/schema.ts';
import { createApiKeys } from '#server/modules/accounts/api-keys/api-keys.ts';
import {
  createTestAccounts,
  mailedLink,
  register,
  type Registered,
  solved,
  type TestAccounts,
} from '#tests/support/test-accounts.ts';
import { createTestSignals, type SignalPerson, type TestSignals } from '#tests/support/test-signals.ts';

let product: TestAccounts;
let test: TestSignals;
let me: Registered;

beforeAll(async () => {
  product = await createTestAccounts();
  test = await createTestSignals();
});
afterAll(async () => {
  await product.close();
  await test.close();
});
beforeEach(async () => {
  me = await registerActivated();
});

async function registerActivated(): Promise<Registered> {
  const person = await register(product);
  await product.post(`/api/auth/activate/${mailedLink(product, 'activation', person.email)}`, {});
  return person;
}

const own = () => ({ token: me.accessToken });
const create = (body: object = {}) =>
  product.post('/api/keys', { name: 'robot', scopes: ['read', 'signals'], ...body }, own());
const getErrorCode = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
];

const closed = [
  ['GET', '/api/keys'],
  ['POST', '/api/keys'],
  ['DELETE', '/api/keys/6f2c1b1e-0d5c-4a55-8f0e-0d4d4f3a7c11'],
  ['GET', '/api/sessions'],
  ['DELETE', '/api/sessions'],
  ['GET', '/api/user/export'],
  ['POST', '/api/user/delete'],
  ['PUT', '/api/user/language'],
  ['PUT', '/api/user/tours'],
  ['POST', '/api/change-email'],
  ['POST', '/api/resend-activation'],
] as const;

const closedToKeys = 'This call takes the access token of a signed-in session: no API key opens it.';

it.each(closed)('A70: a key with every scope does not open %s %s', async (method, url) => {
  const { key } = (await create()).json<{ key: string }>();
  const answer = await product.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  });
  expect(getErrorCode(answer)).toEqual([403, 'scope_missing']);
  expect(answer.json()).toMatchObject({ message: closedToKeys, details: { scope: null } });
});

it('A70: a revoked, an expired, a truncated, an extended and a guessed key get 401', async () => {
  const { id, key } = (await create()).json<{ id: string; key: string }>();
  const call = async (token: string) => getErrorCode(await product.get('/api/keys', { token }));
  expect(await call(key)).toEqual([403, 'scope_missing']);
  for (const token of [key.slice(0, -1), `${key}A`, `kurs_${'A'.repeat(43)}`, 'kurs_', key.toLowerCase()])
    expect(await call(token)).toEqual([401, 'unauthenticated']);
  expect((await product.delete(`/api/keys/${id}`, own())).statusCode).toBe(204);
  expect(await call(key)).toEqual([401, 'unauthenticated']);
  const expiresAt = new Date(product.clock.now() + 1_000).toISOString();
  const short = (await create({ expiresAt })).json<{ key: string }>();
  expect(await call(short.key)).toEqual([403, 'scope_missing']);
  product.clock.advance(1_000);
  expect(await call(short.key)).toEqual([401, 'unauthenticated']);
});

it('A70: a key of a blocked account gets 401, and a new password ends every key', async () => {
  const { key } = (await create()).json<{ key: string }>();
  const block = (isBlocked: boolean) => product.database.db.update(users).set({ isBlocked }).where(eq(users.id, me.id));
  await block(true);
  expect((await product.get('/api/keys', { token: key })).statusCode).toBe(401);
  await block(false);
  expect((await product.get('/api/keys', { token: key })).statusCode).toBe(403);
  await product.post('/api/forgot-password', { email: me.email, lang: 'en', captcha: solved });
  const newPassword = 'Another-Long-1';
  await product.post(`/api/reset-password/${mailedLink(product, 'reset', me.email)}`, { newPassword });
  expect((await product.get('/api/keys', { token: key })).statusCode).toBe(401);
});

it('A70: nobody lists or ends the key of another user', async () => {
  const { id } = (await create()).json<{ id: string }>();
  const other = await registerActivated();
  const theirs = { token: other.accessToken };
  expect((await product.get('/api/keys', theirs)).json()).toEqual({ items: [] });
  expect((await product.delete(`/api/keys/${id}`, theirs)).statusCode).toBe(404);
  expect((await product.get('/api/keys', own())).json().items).toHaveLength(1);
});

it('A70: the database has a hash of the key only, and the list shows its first characters', async () => {
  const { id, key } = (await create({ name: ' My robot ' })).json<{ id: string; key: string }>();
  expect(key).toMatch(/^kurs_[\w-]{43}$/);
  const [row] = await product.database.db.select().from(apiKeys).where(eq(apiKeys.id, id));
  expect(JSON.stringify(row)).not.toContain(key);
  const { items } = (await product.get('/api/keys', own())).json();
  expect(items).toEqual([
    {
      id,
      name: 'My robot',
      scopes: ['read', 'signals'],
      start: key.slice(0, 10),
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    },
  ]);
});

it('A70: a user has at most ten keys, also when the calls arrive together', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => create()));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect([refused?.json().code, refused?.json().details]).toEqual(['limit_reached', { max: 10 }]);
});

it.each([
  ['an empty name', { name: ' ' }, 'name'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['admin'] }, 'scopes.0'],
  ['an unknown field', { role: 'admin' }, 'role'],
] as const)('A70: %s is rejected by its name', async (_title, body, field) => {
  const answer = await create(body);
  expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, field]);
});

it('A70: an expiry in the past is rejected', async () => {
  const expiresAt = new Date(product.clock.now()).toISOString();
  expect(getErrorCode(await create({ expiresAt }))).toEqual([400, 'expiry_in_the_past']);
});

const withKey = async (person: SignalPerson, scopes: ApiKeyScope[]) => {
  const keys = createApiKeys({ db: test.database.db, clock: test.time.clock });
  const { key } = await keys.create(person.id, { name: 'robot', scopes });
  return { authorization: `Bearer ${key}` };
};

it('A70: each scope opens its own calls and no other', async () => {
  const person = await test.person();
  const headers = {
    read: await withKey(person, ['read']),
    signals: await withKey(person, ['signals']),
  };
  const getStatus = async (scope: ApiKeyScope, url: string) => (await person.get(url, headers[scope])).statusCode;
  for (const url of ['/api/signal/user/history', '/api/signal/user/stats', `/api/signal/user/${person.id}`])
    expect([await getStatus('read', url), await getStatus('signals', url)]).toEqual([200, 403]);
  const url = '/python_api/signal/kurs_ai_v2?interval=3';
  expect((await person.get(url, headers.read)).json()).toMatchObject({
    code: 'scope_missing',
    message: 'This API key doesn’t allow this call. Create a key with the scope it needs (signals), or sign in.',
    details: { scope: 'signals' },
  });
  const issued = await person.get(url, headers.signals);
  expect(issued.statusCode).toBe(200);
  const taken = await person.post(`/api/signal/user/${person.id}`, issued.json(), headers.signals);
  expect(taken.statusCode).toBe(201);
  for (const scope of apiKeyScopes) {
    expect(await getStatus(scope, '/api/signal/session')).toBe(403);
    const stopped = await person.post('/api/signal/stop', {}, headers[scope]);
    expect(getErrorCode(stopped)).toEqual([403, 'scope_missing']);
  }
});

it('A70: calls by a key count in the rate limit of its user', async () => {
  const limited = await createTestSignals({ config: { rateLimitPerMinute: 3 } });
  const person = await limited.person();
  const keys = createApiKeys({ db: limited.database.db, clock: limited.time.clock });
  const { key } = await keys.create(person.id, { name: 'robot', scopes: ['read'] });
  const byKey = () => person.get('/api/signal/user/stats', { authorization: `Bearer ${key}` });
  const statuses = [await byKey(), await person.get('/api/signal/user/stats'), await byKey(), await byKey()];
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  await limited.close();
});

it('A70: wrong keys of one address reach the database thirty times a minute, and a right key always', async () => {
  const { key } = (await create()).json<{ key: string }>();
  const remoteAddress = '192.0.2.70';
  const call = (token: string, from = remoteAddress) => product.get('/api/keys', { token, remoteAddress: from });
  const lookups = (): number => product.statements.filter((text) => text.includes('"key_hash" = ')).length;
  const wrong = (number: number): string => `kurs_${String(number).padStart(43, 'A')}`;
  const first = await Promise.all(Array.from({ length: 50 }, () => call(key)));
  expect(new Set(first.map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
  const before = lookups();
  const answers = await Promise.all(Array.from({ length: 90 }, (_, number) => call(wrong(number))));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect([statuses.filter((status) => status === 401).length, lookups() - before]).toEqual([30, 30]);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect([refused?.json().code, refused?.headers['retry-after']]).toEqual(['rate_limited', '60']);
  expect((await call(key)).statusCode).toBe(403);
  expect((await call(wrong(91), '192.0.2.71')).statusCode).toBe(401);
  product.clock.advance(60_000);
  expect((await call(wrong(92))).statusCode).toBe(401);
});

it('A70: an account without a confirmed address gets no key', async () => {
  const unconfirmed = await register(product);
  const body = { name: 'robot', scopes: ['read'] };
  expect(getErrorCode(await product.post('/api/keys', body, { token: unconfirmed.accessToken }))).toEqual([
    403,
    'email_not_activated',
  ]);
});
