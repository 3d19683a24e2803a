import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#server/database/schema.ts';
import { createTestAccounts, password } from '#tests/support/test-accounts.ts';
import { solved } from '#tests/support/test-people.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);

const form = { email: 'person@kurs.example', password, lang: 'en', captcha: solved };
const counted = async (): Promise<number> => (await product.database.db.select().from(users)).length;

/** Each call that takes an address, with the body that contains it. */
const calls: readonly (readonly [string, (email: unknown) => object])[] = [
  ['/api/registration', (email) => ({ ...form, email })],
  ['/api/login', (email) => ({ email, password })],
  ['/api/forgot-password', (email) => ({ email, lang: 'en', captcha: solved })],
];

describe.each(calls)('%s', (path, bodyWith) => {
  test.each([
    ['an operator', { $gt: '' }],
    ['a pattern', { $regex: '.*' }],
    ['a list', ['person@kurs.example']],
    ['a number', 1],
    ['true', true],
    ['null', null],
    ['nothing', undefined],
    ['a quote', "' or 1=1 --"],
    ['a header injected after a line break', 'a@b.example\r\nBcc: victim@kurs.example'],
    ['an encoded line break', 'a@b.example%0d%0aBcc:victim@kurs.example'],
    ['a display name', 'Somebody <a@b.example>'],
    ['two addresses', 'a@b.example,c@d.example'],
    ['a comment', 'a(comment)@b.example'],
    ['a NUL', 'a\u0000@b.example'],
    ['255 characters', `${'a'.repeat(243)}@b.example.org`],
    ['a space inside', 'a b@c.example'],
  ])('A9, A41: %s is not a valid address', async (_title, email) => {
    const before = await counted();
    const answer = await product.post(path, bodyWith(email));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    expect(answer.json().details).toMatchObject([{ field: 'email' }]);
    expect([await counted(), product.mails.length]).toEqual([before, 0]);
  });
});

test.each([
  ['role', 'admin'],
  ['roles', ['admin']],
  ['isActivated', true],
  ['isBlocked', false],
  ['referralId', '10000001'],
  ['balance', 1e6],
  ['id', '00000000-0000-4000-8000-000000000000'],
  ['passwordHash', 'x'],
  ['createdAt', '2020-01-01T00:00:00.000Z'],
])('A11: a registration with %s is rejected and nothing is stored', async (field, value) => {
  const answer = await product.post('/api/registration', { ...form, [field]: value });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'validation_failed', details: [{ field }] });
  expect(await product.database.db.select().from(users).where(eq(users.email, form.email))).toEqual([]);
});

test.each(['<script>alert(1)</script>', "';drop table users;--", 'a\r\nb', 'x'.repeat(65), { a: 1 }])(
  'A11: %j is rejected as a campaign',
  async (campaign) => {
    const answer = await product.post('/api/registration', { ...form, campaign });
    expect(answer.json()).toMatchObject({ code: 'validation_failed', details: [{ field: 'campaign' }] });
  },
);

test('A11: the form with its required fields alone is accepted', async () => {
  const answer = await product.post('/api/registration', form);
  expect([answer.statusCode, answer.json().user.isActivated, answer.json().user.balance]).toEqual([201, false, null]);
});
