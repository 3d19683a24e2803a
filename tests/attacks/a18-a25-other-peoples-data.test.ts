import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#server/database/schema.ts';
import { createTestAccounts, password, register, type Registered } from '#tests/support/test-accounts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const product = sharedByTests(createTestAccounts);
let victim: Registered;

beforeEach(async () => {
  victim = await register(product);
});

const row = async () => (await product.database.db.select().from(users).where(eq(users.id, victim.id)))[0];

test('A18: the cookie alone exports and deletes nothing, and neither does a form', async () => {
  const before = await row();
  const cookie = victim.refreshToken;
  expect((await product.get('/api/user/export', { cookie })).statusCode).toBe(401);
  expect((await product.post('/api/user/delete', { password }, { cookie })).statusCode).toBe(401);
  const form = await product.app.inject({
    method: 'POST',
    url: '/api/user/delete',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${victim.accessToken}` },
    payload: `password=${password}`,
  });
  expect(form.statusCode).toBe(415);
  expect(await row()).toEqual(before);
});

test.each(['userId', 'id', 'email'])(
  'A25: naming another user by %s affects the caller’s own account only',
  async (field) => {
    const thief = await register(product);
    const named = field === 'email' ? victim.email : victim.id;
    const data = await product.get(`/api/user/export?${field}=${encodeURIComponent(named)}`, {
      token: thief.accessToken,
    });
    expect(data.json().account.email).toBe(thief.email);
    expect(data.body).not.toContain(victim.email);
    const before = await row();
    const extra = await product.post('/api/user/delete', { password, [field]: named }, { token: thief.accessToken });
    expect([extra.statusCode, extra.json().code]).toEqual([400, 'validation_failed']);
    expect(await row()).toEqual(before);
  },
);

test('A51: a device name with markup is text in the file, which no browser renders as a page', async () => {
  const device = '<script>alert(1)</script>';
  const person = await register(product, {}, { headers: { 'user-agent': device } });
  const answer = await product.get('/api/user/export', { token: person.accessToken, headers: { accept: 'text/html' } });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['content-disposition']).toMatch(/^attachment/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.json().signIns[0].userAgent).toBe(device);
});
