import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#domain/time.ts';
import { MailDelayed, MailRejected } from '#server/integrations/mail/mail.ts';
import { findNewestMail } from '#server/modules/mail/mails.repository.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testDeliveries } from '#tests/support/test-deliveries.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let now = Date.parse('2026-03-02T09:00:00.000Z');
/** When a mail was handed to the server. */
let attempts: number[] = [];
let answer: () => Error | null = () => null;
let outbox: ReturnType<typeof testDeliveries>;

beforeAll(async () => {
  const send = async () => {
    attempts.push(now);
    const error = answer();
    if (error) throw error;
  };
  outbox = testDeliveries(database, { transport: { send }, clock: { now: () => now } });
});
beforeEach(() => {
  now += dayMs;
  attempts = [];
  answer = () => null;
});

const activation = { kind: 'activation', link: 'https://kurs.example/api/auth/activate/the-one-use-link' } as const;

/** Minutes. */
const everyTwoHours = (from: number, until: number): number[] =>
  Array.from({ length: Math.ceil((until - from) / 120) }, (_, n) => from + n * 120);

/** Delivers at the times of the mail's attempts until it has ended. */
async function deliverToEnd(userId: string): Promise<void> {
  for (let { nextAttemptAt } = await outbox.findDelivery(userId); nextAttemptAt; ) {
    now = nextAttemptAt.getTime();
    await outbox.deliver();
    ({ nextAttemptAt } = await outbox.findDelivery(userId));
  }
}

describe('F37 a failing mail server', () => {
  test.each([
    { mail: activation, holds: '24 hours', minutes: [0, 1, 6, 36, ...everyTwoHours(156, 1_440)] },
    {
      mail: { kind: 'password_changed', at: '2026-03-02T09:00:00.000Z', ended: { devices: 0, chats: 0 } } as const,
      holds: '72 hours',
      minutes: [0, 1, 6, 36, ...everyTwoHours(156, 4_320)],
    },
    {
      mail: { kind: 'reset', link: 'https://kurs.example/r' } as const,
      holds: '10 minutes',
      minutes: [0, 1, 6],
    },
  ])(
    'greylisted or unreachable: $mail.kind is tried after 1, 5, 30 minutes and every 2 hours while it holds, $holds',
    async ({ mail, minutes }) => {
      answer = () => new MailDelayed('451 later');
      const userId = await outbox.queueMail(mail);
      const begun = now;
      await deliverToEnd(userId);
      expect(attempts.map((time) => (time - begun) / 60_000)).toEqual(minutes);
      expect(await outbox.findDelivery(userId)).toMatchObject({
        status: 'given_up',
        sealed: null,
        lastFault: '451 later',
      });
    },
  );

  test('the user reads of a delay only after an attempt has failed', async () => {
    answer = () => new MailDelayed('451 later');
    const userId = await outbox.queueMail(activation);
    const find = () => findNewestMail(database.db, userId, 'activation');
    expect(await find()).toMatchObject({ status: 'queued', retryAt: null });
    const begun = now;
    await outbox.deliver();
    expect(await find()).toMatchObject({ status: 'queued', retryAt: new Date(begun + minuteMs) });
  });

  test('5xx stops at once, and the state reports it to the user', async () => {
    answer = () => new MailRejected('550 no such mailbox');
    const userId = await outbox.queueMail(activation);
    await deliverToEnd(userId);
    expect(await outbox.findDelivery(userId)).toMatchObject({ status: 'refused', attempts: 1, nextAttemptAt: null });
    expect(await findNewestMail(database.db, userId, 'activation')).toMatchObject({ status: 'refused' });
  });

  test('links are encrypted while queued, and no error contains the address', async () => {
    const userId = await outbox.queueMail(activation);
    answer = () => new MailDelayed(`451 ${userId}@EXAMPLE.com is greylisted`);
    expect(JSON.stringify(await outbox.findDelivery(userId))).not.toContain('the-one-use-link');
    await outbox.deliver();
    expect((await outbox.findDelivery(userId)).lastFault).toBe('451 (address) is greylisted');
  });
});
