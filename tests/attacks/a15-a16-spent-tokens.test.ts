import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { invalidateUser } from '#server/modules/accounts/sessions/sessions.ts';
import { users } from '#server/database/schema.ts';
import { createTestAccounts, getRefreshToken, mailedLink, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
beforeEach(() => {
  product.clock.advance(hourMs);
  product.mails.length = 0;
});

const getStatus = async (token: string) => (await product.get('/api/sessions', { token })).statusCode;
const refresh = async (cookie: string) => {
  const answer = await product.get('/api/refresh', { cookie });
  return { status: answer.statusCode, next: getRefreshToken(answer), answer };
};

test('A15: an access token is invalid at once after logout, even if it was in use', async () => {
  const { accessToken, refreshToken } = await register(product);
  expect(await getStatus(accessToken)).toBe(200);
  const answer = await product.post('/api/logout', undefined, { cookie: refreshToken });
  expect([answer.statusCode, getRefreshToken(answer)]).toEqual([204, '']);
  expect(await getStatus(accessToken)).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
  expect((await product.post('/api/logout', undefined, { cookie: refreshToken })).statusCode).toBe(204);
});

test('A15: tokens are invalid after a password reset, in every login session of the user and no other', async () => {
  const [victim, other] = [await register(product), await register(product)];
  const second = await refresh(victim.refreshToken);
  await product.post('/api/forgot-password', { email: victim.email, lang: 'en', captcha: solved });
  const link = mailedLink(product, 'reset', victim.email);
  await product.post(`/api/reset-password/${link}`, { newPassword: 'Another-one-2' });
  expect(await getStatus(victim.accessToken)).toBe(401);
  expect(await getStatus(second.answer.json().accessToken)).toBe(401);
  expect((await refresh(second.next)).status).toBe(401);
  expect(await getStatus(other.accessToken)).toBe(200);
});

test('A15: tokens are invalid after the account is blocked', async () => {
  const { id, accessToken, refreshToken } = await register(product);
  expect(await getStatus(accessToken)).toBe(200);
  await product.database.db.update(users).set({ isBlocked: true }).where(eq(users.id, id));
  invalidateUser(product.accounts, id);
  expect(await getStatus(accessToken)).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('A16: five seconds after its rotation an old refresh token gets the same successor', async () => {
  const { refreshToken } = await register(product);
  const first = await refresh(refreshToken);
  product.clock.advance(5_000);
  const again = await refresh(refreshToken);
  expect([first.status, again.status, again.next]).toEqual([200, 200, first.next]);
  expect((await refresh(first.next)).status).toBe(200);
  expect(product.mails.filter(({ kind }) => kind === 'session_reused')).toEqual([]);
});

test.each([0, 1])(
  'A16: a token reused sixty seconds after its rotation ends the whole login session and its owner gets a mail, %d later ones used',
  async (later) => {
    const { email, refreshToken } = await register(product);
    let newest = await refresh(refreshToken);
    product.clock.advance(5_000);
    for (let used = 0; used < later; used++) newest = await refresh(newest.next);
    product.clock.advance(55_000);
    const stolen = await refresh(refreshToken);
    expect([stolen.status, stolen.answer.json().code]).toEqual([401, 'unauthenticated']);
    expect((await refresh(newest.next)).status).toBe(401);
    expect(await getStatus(newest.answer.json().accessToken)).toBe(401);
    await refresh(refreshToken);
    expect(product.mails.filter(({ kind }) => kind === 'session_reused')).toMatchObject([{ to: email }]);
  },
);

test('A16: of a login session that is renewed again and again, 300 tokens are stored, and each of them ends it', async () => {
  const { id, refreshToken } = await register(product);
  const used = [refreshToken];
  for (let renewals = 0; renewals < 320; renewals++) {
    product.clock.advance(35);
    used.push((await refresh(used.at(-1) ?? '')).next);
  }
  const { rows } = await product.database.pool.query(
    'select 1 from refresh_tokens where session_id in (select id from sessions where user_id = $1)',
    [id],
  );
  expect(rows).toHaveLength(300);
  product.clock.advance(60_000);
  expect((await refresh(used[0] ?? '')).status).toBe(401);
  expect(product.mails.filter(({ kind }) => kind === 'session_reused')).toEqual([]);
  expect((await refresh(used[40] ?? '')).status).toBe(401);
  expect(product.mails.filter(({ kind }) => kind === 'session_reused')).toHaveLength(1);
  expect((await refresh(used.at(-1) ?? '')).status).toBe(401);
});
