import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { users } from '#server/database/schema.ts';
import { createTestAccounts, password, register } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
let email: string;
beforeAll(async () => {
  email = (await register(product, { lang: 'ru' })).email;
  product.mails.length = 0;
});

const attempt = (captcha: string | undefined, remoteAddress = '192.0.2.1', address = email) =>
  product.post(
    '/api/registration',
    { email: address, password: 'Thief-pass-1', lang: 'en', captcha },
    { remoteAddress },
  );

test('A2: without a solved robot check nothing reveals that an address has an account', async () => {
  const [taken, free] = [await attempt(undefined), await attempt('forged', '192.0.2.1', 'free@kurs.example')];
  expect([taken.statusCode, taken.json().code]).toEqual([400, 'captcha_failed']);
  expect(free.json()).toMatchObject({ code: 'captcha_failed', message: taken.json().message });
  expect(product.mails).toEqual([]);
});

test('A2: with one it is revealed, and the owner is notified in their language, at most once an hour', async () => {
  for (const spelling of [email, email.toUpperCase(), ` ${email}`]) {
    const answer = await attempt('solved', '192.0.2.2', spelling);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'email_taken']);
  }
  expect(product.mails).toMatchObject([{ kind: 'account_exists', to: email, lang: 'ru' }]);
  product.clock.advance(hourMs);
  await attempt('solved', '192.0.2.2');
  expect(product.mails).toHaveLength(2);
});

test('A2: the account is unchanged: its password, its login sessions, its state', async () => {
  const stored = await product.database.db.select().from(users).where(eq(users.email, email));
  expect(stored).toHaveLength(1);
  expect((await product.post('/api/login', { email, password: 'Thief-pass-1' })).statusCode).toBe(401);
  expect((await product.post('/api/login', { email, password })).statusCode).toBe(200);
});

test('A2: the check is limited to ten per hour and address', async () => {
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await attempt(solved, '192.0.2.3')).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429]);
});
