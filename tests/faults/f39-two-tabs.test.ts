import { expect, test } from 'vitest';
import { createTestAccounts, getRefreshToken, register } from '#tests/support/test-accounts.ts';
import { dayMs } from '#domain/time.ts';
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

test('F39: a refresh with a lost response keeps its user signed in, regardless of how long the network was down', async () => {
  const { refreshToken } = await register(product);
  const successors = new Set<string>();
  for (const awayMs of [31_500, 600_000, dayMs]) {
    await refresh(refreshToken);
    product.clock.advance(awayMs);
    const retried = await refresh(refreshToken);
    expect(retried.status).toBe(200);
    successors.add(retried.next);
  }
  expect(successors.size).toBe(3);
  const [latest] = [...successors].slice(-1);
  expect((await refresh(latest ?? '')).status).toBe(200);
  expect(product.mails.filter(({ kind }) => kind === 'session_reused')).toEqual([]);
});

test('F39: two tabs that retry in the same millisecond after a lost response get one successor', async () => {
  const { refreshToken } = await register(product);
  const lost = await refresh(refreshToken);
  product.clock.advance(31_500);
  const tabs = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
  expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
  expect(tabs[0]?.next).toBe(tabs[1]?.next);
  expect(tabs[0]?.next).not.toBe(lost.next);
});
