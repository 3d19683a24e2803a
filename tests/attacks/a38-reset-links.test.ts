import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createTestAccounts, mailedLink, password, register, type Registered } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { fillAccount } from '#tests/support/a-full-account.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
let person: Registered;
beforeEach(async () => {
  product.clock.advance(hourMs);
  person = await register(product);
});

const newPassword = 'Another-one-2';
const forgot = async (): Promise<string> => {
  await product.post('/api/forgot-password', { email: person.email, lang: 'en', captcha: solved });
  return mailedLink(product, 'reset', person.email);
};
const reset = (link: string, remoteAddress = '192.0.2.1') =>
  product.post(`/api/reset-password/${link}`, { newPassword }, { remoteAddress });
const logIn = async (given: string) =>
  (await product.post('/api/login', { email: person.email, password: given })).statusCode;

/** Rejected with the same text, and the password is unchanged. */
async function expectRejected(link: string): Promise<void> {
  const answer = await reset(link);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'link_invalid',
    message: 'This link no longer works. Request a new one.',
  });
  expect(answer.json()).not.toHaveProperty('details');
}

test('A38: a reset link works once, even when used twice at the same moment', async () => {
  const link = await forgot();
  const answers = await Promise.all([reset(link), reset(link)]);
  expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([204, 400]);
  await expectRejected(link);
  expect(await logIn(newPassword)).toBe(200);
  expect(product.mails.filter(({ kind, to }) => kind === 'password_changed' && to === person.email)).toHaveLength(1);
});

test('A38: a newer request invalidates the older link', async () => {
  const older = await forgot();
  const newer = await forgot();
  await expectRejected(older);
  expect((await reset(newer)).statusCode).toBe(204);
});

test('A38: it expires after ten minutes, to the millisecond', async () => {
  const [late, timely] = [await forgot(), 599_999];
  product.clock.advance(600_000);
  await expectRejected(late);
  const link = await forgot();
  product.clock.advance(timely);
  expect((await reset(link)).statusCode).toBe(204);
});

test('A38: it changes its own user’s password and no other', async () => {
  const other = await register(product);
  expect((await reset(await forgot())).statusCode).toBe(204);
  expect((await product.post('/api/login', { email: other.email, password })).statusCode).toBe(200);
  expect(await logIn(password)).toBe(401);
});

test('A38: a link with one bit changed, another case, or extra characters is invalid', async () => {
  const link = await forgot();
  const first = link.startsWith('A') ? 'B' : 'A';
  const swapped = Array.from(link)
    .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
    .join('');
  for (const forged of [first + link.slice(1), link.slice(0, -1), `${link}A`, `${link}=`, swapped, `${link}%00`]) {
    await expectRejected(forged);
  }
  expect(await logIn(password)).toBe(200);
  expect((await reset(link)).statusCode).toBe(204);
});

test('A38: guesses are blocked after the hundredth, whichever link is guessed, and hash no password', async () => {
  const link = await forgot();
  const before = product.hashings();
  const statuses: number[] = [];
  for (let i = 0; i < 110; i++) {
    statuses.push((await reset(randomBytes(32).toString('base64url'), '192.0.2.50')).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: 100 }, () => 400), ...Array.from({ length: 10 }, () => 429)]);
  expect((await reset(link, '192.0.2.50')).statusCode).toBe(429);
  expect(product.hashings()).toBe(before);
  expect((await reset(link, '192.0.2.51')).statusCode).toBe(204);
});

test('A38: a reset ends push devices and the Telegram chat, and its mail lists them', async () => {
  const { db, pool } = product.database;
  const other = await register(product);
  for (const { id } of [person, other]) await fillAccount(db, id);
  const tables = ['push_subscriptions', 'telegram_chats', 'telegram_codes'];
  const tablesWith = async (userId: string): Promise<string[]> => {
    const found = tables.map(async (table) => {
      const { rows } = await pool.query(`select 1 from ${table} where user_id = $1`, [userId]);
      return rows.length > 0 ? [table] : [];
    });
    return (await Promise.all(found)).flat();
  };
  expect(await tablesWith(person.id)).toEqual(tables);
  expect((await reset(await forgot())).statusCode).toBe(204);
  expect(await tablesWith(person.id)).toEqual([]);
  expect(await tablesWith(other.id)).toEqual(tables);
  expect(product.mails.findLast(({ kind }) => kind === 'password_changed')).toMatchObject({
    to: person.email,
    ended: { devices: 1, chats: 1 },
  });
});
