import { createFakeJobs } from '#tests/support/fake-jobs.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailDelayed, type OutgoingMail } from '#server/integrations/mail/mail.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestOutbox } from '#tests/support/test-outbox.ts';
import { dayMs } from '#domain/time.ts';
import { retryMail } from './outbox.ts';

let database: TestDatabase;
let now = Date.parse('2026-03-02T09:00:00.000Z');
const clock = { now: () => now };
const sent: OutgoingMail[] = [];
let isServerDown = false;
const transport = {
  send: async (mail: OutgoingMail) => {
    if (isServerDown) throw new MailDelayed('451 later');
    sent.push(mail);
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  now += dayMs;
  sent.length = 0;
});

/** A mail whose first attempt failed: the next one is scheduled for a minute later. */
async function aDelayedMail() {
  const outbox = createTestOutbox({ database, transport, clock });
  isServerDown = true;
  const userId = await outbox.queue({ kind: 'activation', link: 'https://kurs.example/api/auth/activate/abc' });
  await outbox.sendMail(outbox.arranged.shift() ?? { mailId: '', attempts: 0 });
  isServerDown = false;
  const { id } = await outbox.mailOf(userId);
  const ctx: Parameters<typeof retryMail>[0] = {
    db: database.db,
    jobs: {
      ...createFakeJobs(clock),
      send: async (_tx, _queue, data) =>
        void outbox.arranged.push({ ...(data as { mailId: string; attempts: number }), at: null }),
    },
    clock,
  };
  return { outbox, id, userId, retry: () => retryMail(ctx, { adminId: randomUUID(), mailId: id }) };
}

describe('immediate retry of a mail', () => {
  it('sends the mail, and the scheduled one finds it sent', async () => {
    const { outbox, id, userId, retry } = await aDelayedMail();
    expect(await retry()).toMatchObject({ id, status: 'queued', attempts: 1 });
    const [later, atOnce] = outbox.arranged.splice(0);
    if (!later || !atOnce) throw new Error('both attempts are arranged');
    await outbox.sendMail(atOnce);
    expect(await outbox.mailOf(userId)).toMatchObject({ status: 'sent', attempts: 2, sealed: null });
    await outbox.sendMail(later);
    expect(sent).toHaveLength(1);
  });

  it('is made once when two administrators request it concurrently', async () => {
    const { outbox, userId, retry } = await aDelayedMail();
    await Promise.all([retry(), retry()]);
    await Promise.all(outbox.arranged.splice(0).map((job) => outbox.sendMail(job)));
    expect(sent).toHaveLength(1);
    expect(await outbox.mailOf(userId)).toMatchObject({ status: 'sent', attempts: 2 });
  });
});
