import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secondMs } from '#domain/time.ts';
import type { OutgoingMail } from '#server/integrations/mail/mail.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestOutbox } from '#tests/support/test-outbox.ts';

const queuedAt = Date.parse('2026-03-02T09:00:15.000Z');
let now = queuedAt;
const sent: OutgoingMail[] = [];
let database: TestDatabase;
let outbox: ReturnType<typeof createTestOutbox>;

beforeAll(async () => {
  database = await createTestDatabase();
  const transport = { send: async (mail: OutgoingMail) => void sent.push(mail) };
  outbox = createTestOutbox({ database, transport, clock: { now: () => now } });
});
afterAll(() => database.close());
beforeEach(() => {
  now = queuedAt;
  sent.length = 0;
  outbox.arranged.length = 0;
});

/** An alert of the minute that closed at 9:00:00, queued fifteen seconds later. */
async function anAlert(): Promise<string> {
  return outbox.queue({
    kind: 'signal_alert',
    symbol: 'EURUSD',
    signal: 'BUY',
    aiModel: 'vip',
    duration: 5,
    passability: 60,
    holdsUntil: '2026-03-02T09:00:40.000Z',
    dropAt: '2026-03-02T09:00:20.000Z',
    link: 'https://kurs.example/uk/signal?model=vip',
    unsubscribe: 'https://kurs.example/api/user/alert-mail/unsubscribe/abc?lang=uk',
  });
}

const sendFirst = () => outbox.sendMail(outbox.arranged[0] ?? { mailId: '', attempts: 0 });

describe('the mail of an alert', () => {
  it('is given up twenty seconds after the close of its minute, however late it was queued', async () => {
    const userId = await anAlert();
    now += 5 * secondMs;
    await sendFirst();
    expect([sent.length, await outbox.mailOf(userId)]).toMatchObject([0, { status: 'given_up' }]);
  });
});

describe('the last mail of a deleted account', () => {
  it('reaches its address, which the outbox never shows', async () => {
    const userId = await outbox.queue({
      kind: 'account_deleted',
      to: 'olena@kurs.example',
      at: '2026-03-02T09:00:00.000Z',
    });
    const { rows } = await database.pool.query('select m::text as mail from mails m where user_id = $1', [userId]);
    expect(JSON.stringify(rows)).not.toContain('olena');
    await sendFirst();
    expect(sent.map(({ to }) => to)).toEqual(['olena@kurs.example']);
  });
});
