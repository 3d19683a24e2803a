import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Signal } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';
import { alertRules, alertSends, telegramChats } from '#server/database/tables/alert-tables.ts';
import { mails } from '#server/database/schema.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { type FakeSmtp, startFakeSmtp } from '#tests/support/network/fake-smtp.ts';
import { type FakeTelegram, startFakeTelegram, type TelegramPerson } from '#tests/support/network/fake-telegram.ts';
import { type Channel, createTestChannels } from '#tests/support/network/test-channels.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const worker = fileURLToPath(new URL('channel-worker.ts', import.meta.url));
const begun = Date.parse('2026-03-02T09:00:00.000Z');
let now = begun;

let database: TestDatabase;
let smtp: FakeSmtp;
let bot: FakeTelegram;
let channels: ReturnType<typeof createTestChannels>;
beforeAll(async () => {
  database = await createTestDatabase();
  [smtp, bot] = await Promise.all([startFakeSmtp(), startFakeTelegram()]);
  const telegram = { apiUrl: bot.url, token: bot.token };
  channels = createTestChannels({ db: database.db, clock: { now: () => now }, smtpUrl: smtp.url, telegram });
});
afterAll(async () => {
  await Promise.all([smtp.close(), bot.close()]);
  await database.close();
});

let chat: TelegramPerson;
beforeEach(() => {
  now = begun;
  smtp.received.length = 0;
});

const result = {
  symbol: 'EURUSD',
  signal: 'BUY',
  aiModel: 'kurs_ai_v2',
  duration: 5,
  time: '2026-03-02T08:54:00.000Z',
  result: 'unsuccessful',
} as const;

/** A user who wants results over every channel, and a signal of whom has just been settled. */
async function settled(): Promise<string> {
  const { db } = database;
  const userId = await aUser(db);
  const at = new Date(now);
  chat = bot.person();
  chat.says('/start');
  await db.insert(telegramChats).values({ userId, chatId: chat.chatId, name: 'Olena', linkedAt: at });
  const all = { models: [], symbols: [], durations: [], minPassability: 50, perHour: 6 };
  const rule = { userId, kind: 'standing' as const, results: true, changedAt: at, ...all };
  await db.insert(alertRules).values({ ...rule, channels: ['telegram', 'mail'] });
  channels.queued.length = 0;
  await channels.settle(userId, { ...result, id: randomUUID() } as unknown as Signal);
  return userId;
}

/** What names a message, so that its recipient recognises a repetition. */
const arrived: Readonly<Record<Channel, () => readonly unknown[]>> = {
  telegram: () => chat.messages.map(({ text }) => text),
  mail: () => smtp.received.map(({ messageId }) => messageId),
};
const getState: Readonly<Record<Channel, (userId: string) => Promise<unknown[]>>> = {
  telegram: (userId) => database.db.select().from(alertSends).where(eq(alertSends.userId, userId)),
  mail: (userId) => database.db.select().from(mails).where(eq(mails.userId, userId)),
};
const ended = { telegram: { state: 'sent' }, mail: { status: 'sent' } } as const;

const getJob = (channel: Channel): string => (channel === 'mail' && channels.queued[0]?.mailId) || '';

async function isKilled(channel: Channel, when: 'before' | 'after', id: string): Promise<void> {
  const options = [database.url, smtp.url, bot.url, bot.token, channel, when, id, String(now)];
  const child = spawn(process.execPath, [worker, ...options], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

// Each case kills a process of its own, which takes most of the time of this test.
test.each([
  ['telegram', 'before', 1],
  ['telegram', 'after', 2],
  ['mail', 'before', 1],
  ['mail', 'after', 2],
] as const)(
  'F38 a worker killed with a result for %s %s it sends loses nothing, and what comes again is recognisable',
  async (channel, when, times) => {
    const userId = await settled();
    const id = getJob(channel);
    await isKilled(channel, when, id);
    expect(arrived[channel]()).toHaveLength(times - 1);

    now = begun + minuteMs;
    for (const attempts of [1, 1, 2]) await channels.attempt(channel, id, attempts);
    const names = arrived[channel]();
    expect([names.length, new Set(names).size]).toEqual([times, 1]);
    expect(await getState[channel](userId)).toMatchObject([ended[channel]]);
  },
);
