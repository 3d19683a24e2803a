import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { alerts, pushSubscriptions, telegramChats } from '#server/database/tables/alert-tables.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { MailDelayed, MailRejected } from '#server/integrations/mail/mail.ts';
import { createLocalSemaphores } from '#server/integrations/semaphores/semaphores.ts';
import { obeyPauses, type Telegram } from '#server/integrations/telegram/telegram.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { logTo } from '#tests/support/silent-log.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testDeliveries } from '#tests/support/test-deliveries.ts';
import { testConfig } from '#tests/support/test-platform.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import type { DeliveriesContext } from './deliveries-context.ts';
import type { SignalAlertContent } from './message.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

type Answer = 'gone' | 'failed' | 'hangs' | 'throws' | 'paused';

const database = sharedByTests(createTestDatabase);
const { clock, scheduler, advance } = createVirtualTime(Date.parse('2026-03-02T09:00:00.000Z'));
/** What the other sides say to recipients; to all others: sent. */
const answers = new Map<string, Answer>();
let hanging = Promise.withResolvers<void>();
/** Recipients, in the order in which something was sent to them. */
const sent: string[] = [];
const logged: Record<string, unknown>[] = [];
let chats = 1_000;
let alerted = 0;

async function getAnswer(recipient: string): Promise<Answer | 'sent'> {
  const answer = answers.get(recipient) ?? 'sent';
  if (answer === 'hangs') await hanging.promise;
  if (answer === 'hangs' || answer === 'throws') throw new Error(`nothing can be made for ${recipient}`);
  if (answer === 'sent') sent.push(recipient);
  return answer;
}

const transport = {
  send: async ({ to }: { to: string }) => {
    const answer = await getAnswer(to);
    if (answer === 'gone') throw new MailRejected(`550 no mailbox ${to.toUpperCase()}`);
    if (answer === 'failed') throw new MailDelayed('451 later');
  },
};
const push: DeliveriesContext['push'] = {
  send: async (_identity, { endpoint }) => {
    const answer = await getAnswer(endpoint);
    return answer === 'gone' || answer === 'failed' ? answer : 'sent';
  },
  generateKeys: () => ({ publicKey: 'public', privateKey: 'private' }),
};
const bot: Telegram = {
  readUsername: async () => 'kurs_bot',
  deleteWebhook: async () => undefined,
  getUpdates: async () => [],
  send: async (chatId) => {
    const answer = await getAnswer(String(chatId));
    if (answer === 'paused') return { retryAfterMs: 5 * secondMs };
    return answer === 'gone' || answer === 'failed' ? answer : 'sent';
  },
};
/** Of all processes. */
const semaphores = createLocalSemaphores();

const aProcess = (change: Partial<DeliveriesContext> = {}) => {
  const outside = { transport, push, telegram: obeyPauses(bot, clock), semaphores };
  return testDeliveries(database, { ...outside, clock, scheduler, log: logTo(logged), ...change });
};
const deliver = () => aProcess().deliver();

beforeEach(async () => {
  advance(dayMs);
  answers.clear();
  hanging = Promise.withResolvers();
  sent.length = 0;
  logged.length = 0;
  await database.db.delete(deliveries);
});

interface Receiver extends Readonly<Record<AlertChannel, string>> {
  readonly id: string;
}

/** A user with a mailbox, a device and a chat. */
async function aReceiver(): Promise<Receiver> {
  const { db } = database;
  const userId = await aUser(db);
  const chatId = ++chats;
  const createdAt = new Date(clock.now());
  const endpoint = `https://push.example/${userId}`;
  const device = { id: randomUUID(), userId, endpoint, p256dh: 'p', auth: 'a', userAgent: 'a browser', createdAt };
  await db.insert(pushSubscriptions).values(device);
  await db.insert(telegramChats).values({ userId, chatId, name: 'Olena', linkedAt: createdAt });
  return { id: userId, mail: `${userId}@kurs.example`, push: endpoint, telegram: String(chatId) };
}

const content: SignalAlertContent = {
  kind: 'signal_alert',
  symbol: 'EURUSD',
  signal: 'BUY',
  aiModel: 'vip',
  duration: 5,
  passability: 60,
  time: '2026-03-02T09:00:00.000Z',
  holdsUntil: '2026-12-02T09:00:40.000Z',
  link: 'https://kurs.example/uk/signal?model=vip',
  unsubscribe: 'https://kurs.example/api/user/alert-mail/unsubscribe/abc?lang=uk',
};

/** Queues an alert for each. */
async function queueAlerts(receivers: readonly Receiver[], channels: readonly AlertChannel[], holdsMs = 20 * secondMs) {
  const createdAt = new Date(clock.now());
  const dropAt = new Date(clock.now() + holdsMs);
  const wanted = receivers.map(({ id: userId, mail }) => ({
    message: { userId, to: mail, lang: 'uk' as const, ...content },
    channels,
    alert: { id: randomUUID(), dropAt },
  }));
  const row = { kind: 'alert' as const, symbol: 'EURUSD', content: {}, createdAt };
  for (const { message, alert } of wanted)
    await database.db
      .insert(alerts)
      .values({ ...row, ...alert, userId: message.userId, at: new Date(clock.now() + alerted++) });
  await aProcess().queue(wanted);
}

const find = ({ id }: Receiver) => aProcess().findDelivery(id);
const toState = async (receiver: Receiver): Promise<string> => {
  const { status, attempts } = await find(receiver);
  return `${status} ${attempts}`;
};

describe.each(['mail', 'push', 'telegram'] as const)('a delivery by %s', (channel) => {
  it('is sent once, also by several processes at the same moment', async () => {
    const me = await aReceiver();
    await queueAlerts([me], [channel]);
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    expect([sent, await toState(me)]).toEqual([[me[channel]], 'sent 1']);
    expect((await find(me)).sealed).toBeNull();
  });

  it('that failed is repeated after a pause, and not before', async () => {
    const me = await aReceiver();
    answers.set(me[channel], 'failed');
    await queueAlerts([me], [channel], hourMs);
    await deliver();
    answers.clear();
    const pauseMs = channel === 'mail' ? minuteMs : 6 * secondMs;
    advance(pauseMs - 1);
    await deliver();
    expect([sent, await toState(me)]).toEqual([[], 'queued 1']);
    advance(1);
    await deliver();
    expect([sent, await toState(me)]).toEqual([[me[channel]], 'sent 2']);
  });

  it('of a process that died after sending is repeated by another one', async () => {
    const me = await aReceiver();
    await queueAlerts([me], [channel], hourMs);
    const crashPoint = (): void => {
      throw new Error('the process died');
    };
    await aProcess({ crashPoint }).deliver();
    advance(minuteMs);
    await deliver();
    await deliver();
    expect([sent, await toState(me)]).toEqual([[me[channel], me[channel]], 'sent 2']);
  });

  it('is never sent late, and says why it was not sent', async () => {
    const [idle, failing] = [await aReceiver(), await aReceiver()];
    answers.set(failing[channel], 'failed');
    await queueAlerts([failing], [channel]);
    await deliver();
    answers.clear();
    await queueAlerts([idle], [channel]);
    advance(20 * secondMs);
    await deliver();
    expect([sent, await find(idle), await find(failing)]).toMatchObject([
      [],
      { status: 'given_up', attempts: 0, sealed: null, nextAttemptAt: null, lastFault: 'it was too late to send it' },
      { status: 'given_up', attempts: 1, lastFault: expect.stringMatching(/451|not accept/) },
    ]);
  });

  it('to a recipient who is gone is not repeated, and is the last one there', async () => {
    const { db } = database;
    const me = await aReceiver();
    answers.set(me[channel], 'gone');
    await queueAlerts([me], [channel], hourMs);
    await deliver();
    advance(minuteMs);
    await deliver();
    const delivery = await find(me);
    expect(delivery).toMatchObject({ status: 'refused', attempts: 1, sealed: null, nextAttemptAt: null });
    expect(delivery.lastFault?.toLowerCase()).not.toContain(me.mail);
    const devices = await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, me.id));
    const linked = await db.$count(telegramChats, eq(telegramChats.userId, me.id));
    expect([devices, linked]).toEqual([channel === 'push' ? 0 : 1, channel === 'telegram' ? 0 : 1]);
  });

  it('is given up when it would be late after the next pause, also when its process died', async () => {
    const [failing, dead] = [await aReceiver(), await aReceiver()];
    answers.set(failing[channel], 'failed');
    await queueAlerts([failing], [channel], 5 * secondMs);
    await deliver();
    expect(await find(failing)).toMatchObject({ status: 'given_up', attempts: 1, sealed: null, nextAttemptAt: null });
    expect(logged.map(({ userId }) => userId)).toContain(failing.id);
    await queueAlerts([dead], [channel], 5 * secondMs);
    const crashPoint = (): void => {
      throw new Error('the process died');
    };
    await aProcess({ crashPoint }).deliver();
    advance(minuteMs);
    await deliver();
    expect(await find(dead)).toMatchObject({ status: 'given_up', attempts: 1, sealed: null });
    expect(sent).toEqual([dead[channel]]);
  });

  it.each(['hangs', 'throws'] as const)('that %s holds up none behind it, and is repeated', async (answer) => {
    const [first, ...others] = await Promise.all(Array.from({ length: 60 }, aReceiver));
    if (!first) throw new Error('there is no first one');
    answers.set(first[channel], answer);
    await queueAlerts([first], [channel], hourMs);
    await queueAlerts(others, [channel], 2 * hourMs);
    const { worker } = aProcess();
    const sendOn = (): string[] => {
      // Telegram accepts so many in a second.
      advance(secondMs);
      worker.wake();
      return sent.toSorted();
    };
    await expect.poll(sendOn).toEqual(others.map((one) => one[channel]).toSorted());
    answers.clear();
    hanging.resolve();
    await worker.deliverDue();
    advance(minuteMs);
    await deliver();
    expect(sent.at(-1)).toBe(first[channel]);
  });
});

it('goes to each device and chat of a user, and to the mailbox', async () => {
  const me = await aReceiver();
  await queueAlerts([me], ['push', 'telegram', 'mail']);
  await deliver();
  expect(sent.toSorted()).toEqual([me.push, me.telegram, me.mail].toSorted());
});

it('waits while Telegram asks for it, which is no attempt, and is dropped when it would be late', async () => {
  const [me, other] = [await aReceiver(), await aReceiver()];
  answers.set(me.telegram, 'paused');
  await queueAlerts([me], ['telegram']);
  const { deliver: deliverHere } = aProcess();
  await deliverHere();
  answers.clear();
  await queueAlerts([other], ['telegram']);
  await deliverHere();
  expect([sent, await toState(me), await toState(other)]).toEqual([[], 'queued 0', 'queued 0']);
  advance(5 * secondMs);
  await deliverHere();
  expect([sent.length, await toState(me), await toState(other)]).toEqual([2, 'sent 1', 'sent 1']);
});

it('begins at most 25 messages of the bot in a second, in all processes together', async () => {
  const receivers = await Promise.all(Array.from({ length: 30 }, aReceiver));
  await queueAlerts(receivers, ['telegram']);
  await Promise.all([deliver(), deliver()]);
  expect(sent).toHaveLength(25);
  advance(secondMs);
  await deliver();
  expect(sent).toHaveLength(30);
});

it('reaches nobody over a chat or a device that was removed meanwhile', async () => {
  const me = await aReceiver();
  await queueAlerts([me], ['push', 'telegram']);
  await database.db.delete(telegramChats).where(eq(telegramChats.userId, me.id));
  await database.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, me.id));
  await deliver();
  expect([sent, (await aProcess().listDeliveries(me.id)).map(({ status }) => status)]).toEqual([
    [],
    ['refused', 'refused'],
  ]);
});

it('makes mails that a user waits for before others, and before those that hold longer', async () => {
  const { queueMail, deliver: deliverAll } = aProcess();
  for (let n = 0; n < 30; n++) await queueMail({ kind: 'contest_won', until: '2026-03-04T09:00:00.000Z' });
  await queueMail({ kind: 'activation', link: 'https://kurs.example/a' }, 'activation@kurs.example');
  await queueMail({ kind: 'reset', link: 'https://kurs.example/r' }, 'reset@kurs.example');
  await deliverAll();
  expect(sent.slice(0, 24)).toEqual(expect.arrayContaining(['reset@kurs.example', 'activation@kurs.example']));
  expect(sent).toHaveLength(32);
});

it('stores mails for the mailbox page where there is no mail server', async () => {
  const { queueMail, findDelivery } = aProcess({ transport: null });
  const userId = await queueMail({ kind: 'account_exists' });
  await aProcess({ transport: null }).deliver();
  expect([sent, await findDelivery(userId)]).toMatchObject([[], { status: 'kept', nextAttemptAt: null }]);
});

it('opens nothing that was sealed under another SECRET', async () => {
  const me = await aReceiver();
  await queueAlerts([me], ['push']);
  await aProcess({ config: testConfig({ secret: 'another secret, also long enough for anybody' }) }).deliver();
  expect([sent, await find(me)]).toMatchObject([
    [],
    { status: 'given_up', lastFault: 'it was sealed under another SECRET' },
  ]);
});

it('sends the last mail of a deleted account to an address that the outbox never shows', async () => {
  const { queueMail, findDelivery } = aProcess();
  const userId = await queueMail({ kind: 'account_deleted', at: '2026-03-02T09:00:00.000Z' }, 'olena@kurs.example');
  expect(JSON.stringify(await findDelivery(userId))).not.toContain('olena');
  await deliver();
  expect(sent).toEqual(['olena@kurs.example']);
});
