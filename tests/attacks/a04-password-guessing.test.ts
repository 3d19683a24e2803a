import { beforeEach, expect, test } from 'vitest';
import { createTestAccounts, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
beforeEach(() => {
  product.clock.advance(hourMs);
  product.pauses.length = 0;
});

const guess = (email: string, i: number, change: object = {}) =>
  product.post(
    '/api/login',
    { email, password: `Wrong-guess-${i}`, captcha: solved, ...change },
    { remoteAddress: `10.${i >> 8}.${i & 255}.1` },
  );

test('A4: from the sixth attempt on an account each answer is delayed by 1 s, 2 s, 4 s, then 8 s', async () => {
  const { email } = await register(product);
  for (let i = 0; i < 12; i++) expect((await guess(email, i)).statusCode).toBe(401);
  expect(product.pauses).toEqual([0, 0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
});

test('A4: the owner, with the right password and a solved check, still gets in, and the delay is reset', async () => {
  const { email } = await register(product);
  for (let i = 0; i < 40; i++) await guess(email, i);
  const without = await product.post('/api/login', { email, password });
  expect([without.statusCode, without.json().code]).toEqual([400, 'captcha_required']);
  const owner = await product.post('/api/login', { email, password, captcha: solved });
  expect([owner.statusCode, product.pauses.at(-1)]).toEqual([200, 8_000]);
  expect((await product.post('/api/login', { email, password })).statusCode).toBe(200);
  expect(product.pauses.at(-1)).toBe(0);
});

test('A4: concurrent guesses share one counter: no more than three without a robot check', async () => {
  const { email } = await register(product);
  const before = product.hashings();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(email, i, { captcha: undefined })));
  const codes = answers.map((answer) => answer.json().code as string);
  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(3);
  expect(codes.filter((code) => code === 'captcha_required')).toHaveLength(27);
  expect(product.hashings() - before).toBe(3);
});

test('A4: a forged robot check is rejected before the password is verified', async () => {
  const { email } = await register(product);
  for (let i = 0; i < 3; i++) await guess(email, i);
  const before = product.hashings();
  const answer = await guess(email, 3, { password, captcha: 'forged' });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'captcha_failed']);
  expect(product.hashings()).toBe(before);
});

test('A4: one password on a thousand accounts from one address is blocked at the thirty-first', async () => {
  const spray = (i: number) =>
    product.post('/api/login', { email: `victim-${i}@kurs.example`, password }, { remoteAddress: '192.0.2.9' });
  const statuses: number[] = [];
  for (let i = 0; i < 40; i++) statuses.push((await spray(i)).statusCode);
  expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(30).every((status) => status === 429)).toBe(true);
  const refused = await spray(41);
  expect(Number(refused.headers['retry-after'])).toBe(900);
});

test('A4: an IPv6 address counts as its /64 network, and an IPv4-mapped address as its IPv4 address', async () => {
  let people = 0;
  const login = (remoteAddress: string) =>
    product.post('/api/login', { email: `nobody-${++people}@kurs.example`, password }, { remoteAddress });
  for (let i = 0; i < 30; i++) await login(`2001:db8:0:7::${i.toString(16)}`);
  expect((await login('2001:db8:0:7:ffff::1')).statusCode).toBe(429);
  expect((await login('2001:db8:0:8::1')).statusCode).toBe(401);
  for (let i = 0; i < 30; i++) await login('192.0.2.33');
  expect((await login('::ffff:192.0.2.33')).statusCode).toBe(429);
});

test('A4: the counter is stored without the address or the e-mail it counts', async () => {
  await guess('counted@kurs.example', 1);
  const { rows } = await product.database.pool.query<{ key: string }>('select key from attempt_counts');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:[\w-]{43}$/);
});
