import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAccounts, refreshTokenOf, register, type TestAccounts } from '#tests/support/test-accounts.ts';

let product: TestAccounts;
beforeAll(async () => {
  product = await createTestAccounts();
});
afterAll(() => product.close());

const refresh = async (cookie: string) => {
  const answer = await product.get('/api/refresh', { cookie });
  return { status: answer.statusCode, next: refreshTokenOf(answer), token: answer.json().accessToken as string };
};
const statusOf = async (token: string) => (await product.get('/api/sessions', { token })).statusCode;

test('F39: tabs that refresh at the same millisecond all stay signed in, with one successor', async () => {
  const { refreshToken } = await register(product);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(tabs.map(({ next }) => next)).size).toBe(1);
  for (const { token } of tabs) expect(await statusOf(token)).toBe(200);
  const next = await refresh(tabs[0]?.next ?? '');
  expect(next.status).toBe(200);
  expect(product.mails.filter(({ kind }) => kind === 'session_reused')).toEqual([]);
});

test('F39: a tab that slept through a rotation wakes up within thirty seconds, and not later', async () => {
  const { refreshToken } = await register(product);
  const first = await refresh(refreshToken);
  product.clock.advance(30_000);
  expect((await refresh(refreshToken)).next).toBe(first.next);
  product.clock.advance(1);
  expect((await refresh(refreshToken)).status).toBe(401);
  expect((await refresh(first.next)).status).toBe(401);
});
