import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestOutbox } from '#tests/support/test-outbox.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('stores the address of a deleted account only until its last mail has been sent', async () => {
  const outbox = createTestOutbox({ database, transport: { send: async () => undefined }, clock: { now: () => now } });
  const userId = await outbox.queue({ kind: 'account_deleted', at: '2026-03-02T09:00:00.000Z' });
  expect((await outbox.mailOf(userId)).recipient).toContain('@example.com');
  const [job] = outbox.arranged;
  if (job) await outbox.sendMail(job);
  expect(await outbox.mailOf(userId)).toMatchObject({ status: 'sent', recipient: '', sealed: null });
});
