import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestOutbox } from '#tests/support/test-outbox.ts';

const day = 86_400_000;
let now = Date.parse('2026-03-02T09:00:00.000Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('mails that have gone are forgotten after thirty days, those that wait are not', async () => {
  const outbox = createTestOutbox({ database, transport: { send: async () => undefined }, clock: { now: () => now } });
  const mail = { kind: 'account_exists' } as const;
  const gone = await outbox.queue(mail);
  const [job] = outbox.arranged;
  if (job) await outbox.sendMail(job);
  const waiting = await outbox.queue(mail);
  now += 31 * day;
  for (let i = 0; i < 200; i++) await outbox.queue(mail);
  await expect(outbox.mailOf(gone)).rejects.toThrow('there is no such mail');
  expect(await outbox.mailOf(waiting)).toMatchObject({ status: 'queued' });
});

it('the address of a deleted account is kept until its last mail has gone, and no longer', async () => {
  const outbox = createTestOutbox({ database, transport: { send: async () => undefined }, clock: { now: () => now } });
  const userId = await outbox.queue({ kind: 'account_deleted', at: '2026-03-02T09:00:00.000Z' });
  expect((await outbox.mailOf(userId)).recipient).toContain('@example.com');
  const [job] = outbox.arranged;
  if (job) await outbox.sendMail(job);
  expect(await outbox.mailOf(userId)).toMatchObject({ status: 'sent', recipient: '', sealed: null });
});
