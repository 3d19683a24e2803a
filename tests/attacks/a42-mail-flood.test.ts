import { beforeEach, expect, test } from 'vitest';
import { createTestAccounts, getRefreshToken, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
beforeEach(() => {
  product.clock.advance(hourMs);
  product.mails.length = 0;
});

test('A42: a hundred resends in an hour send five mails; the others get a retry time', async () => {
  const { refreshToken, email } = await register(product);
  product.mails.length = 0;
  const statuses: number[] = [];
  let cookie = refreshToken;
  for (let i = 0; i < 100; i++) {
    const refreshed = await product.get('/api/refresh', { cookie });
    const token = refreshed.json().accessToken;
    cookie = getRefreshToken(refreshed);
    const answer = await product.post('/api/resend-activation', { lang: 'en' }, { token });
    statuses.push(answer.statusCode);
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    product.clock.advance(35_000);
  }
  expect(statuses.filter((status) => status === 202)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(95);
  expect(product.mails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => email));
});

test('A42: the screen’s timer and the server’s error state the same second', async () => {
  const { accessToken: token } = await register(product);
  for (let i = 0; i < 5; i++) {
    const { retryAfter } = (await product.post('/api/resend-activation', { lang: 'en' }, { token })).json();
    product.clock.advance(12_345);
    const state = (await product.get('/api/resend-activation', { token })).json().retryAfter;
    const refused = await product.post('/api/resend-activation', { lang: 'en' }, { token });
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, state]);
    product.clock.advance(retryAfter * 1_000 - 12_345);
  }
});

test('A42: concurrent resends send one mail', async () => {
  const { accessToken: token } = await register(product);
  product.mails.length = 0;
  const clicks = Array.from({ length: 10 }, () => product.post('/api/resend-activation', { lang: 'en' }, { token }));
  expect((await Promise.all(clicks)).filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
  expect(product.mails).toHaveLength(1);
});

test('A42: a corrected address sends five mails an hour, and requires a robot check', async () => {
  const { accessToken: token } = await register(product);
  product.mails.length = 0;
  const correct = (i: number, captcha = solved) =>
    product.post('/api/change-email', { email: `flood-${i}@kurs.example`, lang: 'en', captcha }, { token });
  expect((await correct(0, 'forged')).json().code).toBe('captcha_failed');
  for (let i = 1; i < 10; i++) await correct(i);
  expect(product.mails).toHaveLength(4);
  expect((await correct(10)).statusCode).toBe(429);
});
