import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findNewestMail } from '#server/modules/mail/mails.repository.ts';
import { MailDelayed, MailRejected, type OutgoingMail } from '#server/integrations/mail/mail.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestOutbox } from '#tests/support/test-outbox.ts';
import { dayMs } from '#domain/time.ts';

let database: TestDatabase;
let now = Date.parse('2026-03-02T09:00:00.000Z');
const clock = { now: () => now };
const sent: OutgoingMail[] = [];
let answer: () => Error | null = () => null;
const transport = {
  send: async (mail: OutgoingMail) => {
    const error = answer();
    if (error) throw error;
    sent.push(mail);
  },
};
let outbox: ReturnType<typeof createTestOutbox>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  now += dayMs;
  sent.length = 0;
  answer = () => null;
  outbox = createTestOutbox({ database, transport, clock });
});

const activation = { kind: 'activation', link: 'https://kurs.example/api/auth/activate/the-one-use-link' } as const;

/** Runs the next scheduled attempt, with the clock advanced to it. */
async function runNextJob(): Promise<number | null> {
  const job = outbox.arranged.shift();
  if (!job) return null;
  now = job.at ?? now;
  await outbox.sendMail(job);
  return now;
}

async function runAllJobs(): Promise<number[]> {
  const times: number[] = [];
  for (let time = await runNextJob(); time !== null; time = await runNextJob()) times.push(time);
  return times;
}

describe('F37 a failing mail server', () => {
  test('greylisted or unreachable: retries after 1, 5, 30 minutes and 2 hours, then gives up', async () => {
    answer = () => new MailDelayed('451 later');
    const begun = now;
    const userId = await outbox.queue(activation);
    const minutes = (await runAllJobs()).map((time) => (time - begun) / 60_000);
    expect(minutes.slice(0, 5)).toEqual([0, 1, 6, 36, 156]);
    expect(await outbox.mailOf(userId)).toMatchObject({ status: 'given_up', sealed: null, lastFault: '451 later' });
    expect(sent).toEqual([]);
  });

  test('the fourth attempt may succeed, and is the last', async () => {
    let tries = 0;
    answer = () => (++tries < 4 ? new MailDelayed('no connection') : null);
    const userId = await outbox.queue(activation);
    await runAllJobs();
    expect(sent).toHaveLength(1);
    expect(await outbox.mailOf(userId)).toMatchObject({ status: 'sent', sealed: null, attempts: 4 });
  });

  test('5xx stops at once, and the state reports it to the user', async () => {
    answer = () => new MailRejected('550 no such mailbox');
    const userId = await outbox.queue(activation);
    await runAllJobs();
    const mail = await outbox.mailOf(userId);
    expect(mail).toMatchObject({ status: 'refused', attempts: 1, sealed: null, nextAttemptAt: null });
    expect(await findNewestMail(database.db, userId, 'activation')).toMatchObject({ status: 'refused' });
  });

  test('a reset mail is not sent once its link has expired', async () => {
    answer = () => new MailDelayed('451 later');
    const userId = await outbox.queue({ kind: 'reset', link: 'https://kurs.example/uk/reset-password#link=abc' });
    await runNextJob();
    await runNextJob();
    await runNextJob();
    answer = () => null;
    await runAllJobs();
    expect(sent).toEqual([]);
    expect(await outbox.mailOf(userId)).toMatchObject({ status: 'given_up' });
  });

  test('a job delivered twice sends once', async () => {
    const userId = await outbox.queue(activation);
    const [job] = outbox.arranged;
    if (!job) throw new Error('nothing was arranged');
    await Promise.all([outbox.sendMail(job), outbox.sendMail(job), outbox.sendMail(job)]);
    await outbox.sendMail(job);
    expect(sent).toHaveLength(1);
    expect(await outbox.mailOf(userId)).toMatchObject({ status: 'sent' });
  });

  test('links are encrypted while queued, and no error contains the address', async () => {
    const userId = await outbox.queue(activation);
    answer = () => new MailDelayed(`451 ${userId}@EXAMPLE.com is greylisted`);
    expect(JSON.stringify(await outbox.mailOf(userId))).not.toContain('the-one-use-link');
    await runNextJob();
    expect((await outbox.mailOf(userId)).lastFault).toBe('451 (address) is greylisted');
  });
});
