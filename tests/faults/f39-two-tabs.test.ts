import { expect, test } from 'vitest';
import { createTestAccounts, getRefreshToken, register } from '#tests/support/test-accounts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);

const refresh = async (cookie: string) => {
  const answer = await product.get('/api/refresh', { cookie });
  return { status: answer.statusCode, next: getRefreshToken(answer), token: answer.json().accessToken as string };
};
const getStatus = async (token: string) => (await product.get('/api/sessions', { token })).statusCode;

test('F39: tabs that refresh at the same millisecond all stay signed in, with one successor', async () => {
  const { refreshToken } = await register(product);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(tabs.map(({ next }) => next)).size).toBe(1);
  for (const { token } of tabs) expect(await getStatus(token)).toBe(200);
  const next = await refresh(tabs[0]?.next ?? '');
  expect(next.status).toBe(200);
  expect(product.mails.filter(({ kind }) => kind === 'session_reused')).toEqual([]);
});

test('F39: the old token, replayed after 30 s, ends the login session', async () => {
  const { refreshToken } = await register(product);
  const { next, token } = await refresh(refreshToken);
  product.clock.advance(30_001);
  expect((await refresh(refreshToken)).status).toBe(401);
  expect([(await refresh(next)).status, await getStatus(token)]).toEqual([401, 401]);
});
