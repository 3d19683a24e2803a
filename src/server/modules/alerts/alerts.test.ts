import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/alerts.ts';
import type { Signal } from '#contract/signals.ts';
import type { Clock } from '#domain/clock.ts';
import { alertDropMs } from '#domain/signals/alert-rule.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { noCrash, type CrashHook } from '#server/start/crash-points.ts';
import { alerts, alertSends, pushSubscriptions } from '#server/database/tables/alert-tables.ts';
import { telegramChats } from '#server/database/tables/telegram-tables.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { users } from '#server/database/schema.ts';
import { createHttpsOutbound } from '#server/integrations/outbound/https-outbound.ts';
import { createWebPush, generatePushKeys } from '#server/integrations/push/web-push.ts';
import { listUsers } from '#server/modules/accounts/accounts.repository.ts';
import type { NewMail } from '#server/modules/mail/mail.api.ts';
import { createMayReadPrices, createMayUseVip } from '#server/modules/traders/require-signal-access.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import { aLiveSignal, aUser } from '#tests/support/a-signal.ts';
import { type FakeBrowser, startFakePushService } from '#tests/support/network/fake-push-service.ts';
import { type FakeTelegram, startFakeTelegram } from '#tests/support/network/fake-telegram.ts';
import { testCertificate as ca } from '#tests/support/network/test-certificate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createGrammyTelegram } from '#server/integrations/telegram/grammy-telegram.ts';
import { createListLinked } from '../telegram/chats.repository.ts';
import { createSendToChat, obeyPauses } from '../telegram/create-telegram-module.ts';
import { createGetUnsubscribeAddress } from './alert-mails.ts';
import { findRule, upsertRule } from './alerts.repository.ts';
import { createManageAlerts } from './manage-alerts.ts';
import { createMatchMinute } from './match-minute.ts';
import { createNotifyResults } from './notify-results.ts';
import { createPushDevices } from './push-devices.ts';
import { createReadPushIdentity } from './push-identity.ts';
import { createSendChatMessages, createSendPushes } from './send-messages.ts';

const closedAt = Date.parse('2026-03-03T15:00:00.000Z');
const publicUrl = 'https://kurs.example';
const secret = 'a secret of these tests, long enough for anybody';
const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null };
let now = closedAt;
const clock = { now: () => now };

let database: TestDatabase;
let bot: FakeTelegram;
let push: Awaited<ReturnType<typeof startFakePushService>>;
beforeAll(async () => {
  database = await createTestDatabase();
  push = await startFakePushService();
  bot = await startFakeTelegram();
});
afterAll(async () => {
  await push.close();
  await bot.close();
  await database.close();
});
const mails: NewMail[] = [];
const noticed: { userId: string; data: object }[] = [];
let stopped = new Set<string>();
let listeners = new Set<string>();
let minute = closedAt;
let people = 0;

beforeEach(() => {
  minute += 2 * dayMs;
  // A Saturday and a Sunday are open: the market of these tests is always open.
  now = minute + 300;
  mails.length = 0;
  noticed.length = 0;
  push.received.length = 0;
  push.answer = 201;
  stopped = new Set();
  listeners = new Set();
});

const matchNeeds = () => ({
  db: database.db,
  clock,
  marketClock: clock,
  hours: { calendar: 'always' as const, window: null },
  payout: 0.82,
  publicUrl,
  listUsers: (ids: readonly string[]) => listUsers(database.db, ids),
  mayTrade: createMayReadPrices({ rules, clock }),
  mayUseVip: createMayUseVip({ rules, clock }),
  listStopped: async () => stopped,
  after: (ms: number, task: () => void) => {
    now += ms;
    queueMicrotask(task);
    return () => undefined;
  },
  onError: () => undefined,
  listAlertListeners: async () => listeners,
  enqueueDeliveries: async (_tx: unknown, _event: string, notices: readonly { userId: string; data: object }[]) =>
    void noticed.push(...notices.filter(({ userId }) => listeners.has(userId))),
  queueMail: async (_tx: unknown, mail: NewMail) => void mails.push(mail),
  getUnsubscribeAddress: createGetUnsubscribeAddress({ publicUrl, secrets: { secret } }),
  listLinked: createListLinked(true),
});
const manageAlerts = (hasBot = true) =>
  createManageAlerts({ db: database.db, listLinked: createListLinked(hasBot), hasBot, clock });
const match = (forecasts: readonly Forecast[]) => createMatchMinute(matchNeeds())(forecasts);

const identity = () =>
  createReadPushIdentity({
    db: database.db,
    vapid: { subject: 'mailto:support@kurs.example', keys: null },
    seal: createSealText({ secret }, 'push key'),
    generateKeys: generatePushKeys,
    clock,
  });
const send = (crashPoint: CrashHook = noCrash, sendersClock: Clock = clock, stopping?: AbortSignal) =>
  createSendPushes({
    db: database.db,
    clock: sendersClock,
    readIdentity: identity(),
    sendPush: createWebPush(createHttpsOutbound({ allowsPrivate: true, ca, timeoutMs: 500 })),
    crashPoint,
  })(stopping);

const createSendToChats = () => {
  const telegram = createGrammyTelegram({ token: bot.token, apiUrl: bot.url });
  const sendToChat = createSendToChat({ db: database.db, send: obeyPauses(telegram, clock) });
  return createSendChatMessages({ db: database.db, clock, sendToChat, crashPoint: noCrash });
};
const sendToChats = () => createSendToChats()();

const forecast = (change: Partial<Forecast> = {}): Forecast => ({
  model: 'kurs_ai_v2',
  modelVersion: '1',
  symbol: 'EURUSD',
  barTime: minute - minuteMs,
  decidedAt: minute,
  duration: 5,
  pUp: 0.6,
  passability: 60,
  signalFrom: 56,
  signalled: true,
  session: 'day',
  ...change,
});

interface Person {
  readonly id: string;
  readonly browser: FakeBrowser;
}

async function person(
  settings: Partial<AlertSettings> = { channels: ['push'] },
  change: Partial<typeof users.$inferInsert> = {},
): Promise<Person> {
  people += 1;
  const referralId = String(7_500_000 + people);
  const ready = { referralId, balance: 250, balanceCheckedAt: new Date(now), ...change };
  const id = await aUser(database.db, ready);
  await manageAlerts().change(id, { channels: ['push'], ...settings }, 'en');
  const browser = push.subscribe();
  const devices = createPushDevices({
    db: database.db,
    clock,
    isAllowedHost: () => true,
    findDevice: () => ({ browser: 'Chrome', system: 'Linux' }),
  });
  await devices.add(id, browser.subscription, 'a browser');
  return { id, browser };
}
const listAlerts = (userId: string) => database.db.select().from(alerts).where(eq(alerts.userId, userId));
const listSends = (userId: string) => database.db.select().from(alertSends).where(eq(alertSends.userId, userId));

describe('an alert', () => {
  it('says pair, direction, passability, until when it holds, and opens the signal screen prepared', async () => {
    const me = await person();
    expect(await match([forecast()])).toBe(1);
    await send();
    const [received, ...more] = await me.browser.received();
    expect(more).toEqual([]);
    const [alert] = await listAlerts(me.id);
    expect(received).toMatchObject({
      topic: alert?.id.replaceAll('-', ''),
      subject: 'mailto:support@kurs.example',
      payload: {
        kind: 'alert',
        tag: alert?.id,
        lang: 'en',
        title: 'EUR/USD ↑ up · 60%',
        url: `${publicUrl}/en/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`,
        holdsUntil: alert?.content['holdsUntil'],
      },
    });
    const left = Date.parse(String(alert?.content['holdsUntil'])) - now;
    expect(received?.ttl).toBe(Math.floor(left / 1000));
    expect(left).toBeLessThanOrEqual(minuteMs);
  });

  it('is the strongest forecast that fits, one a minute, also when the minute is matched twice', async () => {
    const me = await person({ durations: [5] });
    const stated = [
      forecast(),
      forecast({ symbol: 'GBPUSD', passability: 62 }),
      forecast({ duration: 3, passability: 65 }),
    ];
    expect(await match(stated)).toBe(1);
    expect(await match(stated)).toBe(0);
    expect(await listAlerts(me.id)).toMatchObject([{ symbol: 'GBPUSD' }]);
    await send();
    await send();
    expect(await me.browser.received()).toHaveLength(1);
  });

  it.each([
    ['rule is off', { channels: [] }, {}],
    ['model is not asked for', { models: ['vip'] }, {}],
    ['pair is not asked for', { symbols: ['GBPUSD'] }, {}],
    ['duration is not asked for', { durations: [10] }, {}],
    ['passability is too low', { minPassability: 60.5 }, {}],
    ['hours are quiet', { quietHours: { from: '00:00', to: '23:59', timezone: 'Europe/Kyiv' } }, {}],
    ['email is not confirmed', {}, { isActivated: false }],
    ['broker ID is missing', {}, { referralId: null }],
    ['balance is too low', {}, { balance: 9.99 }],
    ['balance is stale', {}, { balanceCheckedAt: new Date(0) }],
    ['trader excluded itself', {}, { isSelfExcluded: true }],
    ['account is blocked', {}, { isBlocked: true }],
  ] as const)('is not made when the %s', async (_title, settings, change) => {
    const me = await person(settings as Partial<AlertSettings>, change);
    await match([forecast()]);
    expect(await listAlerts(me.id)).toEqual([]);
  });

  it('is made again after a database error, while the forecast holds', async () => {
    const me = await person();
    const failing = { ...matchNeeds(), failures: 2 };
    const listUsersAtLast = async (ids: readonly string[]) => {
      failing.failures -= 1;
      if (failing.failures >= 0) throw new Error('the database does not answer');
      return listUsers(database.db, ids);
    };
    const { signal } = new AbortController();
    expect(await createMatchMinute({ ...failing, listUsers: listUsersAtLast })([forecast()], signal)).toBe(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await listAlerts(me.id)).toHaveLength(1);
    expect(now).toBe(minute + 2_300);
  });

  it('is given up once no forecast holds, or at the stop of the process', async () => {
    const me = await person();
    const listNone = async () => {
      throw new Error('the database does not answer');
    };
    const matchWithout = createMatchMinute({ ...matchNeeds(), listUsers: listNone });
    await expect(matchWithout([forecast()], AbortSignal.abort())).rejects.toThrow('does not answer');
    expect(now).toBe(minute + 300);
    await expect(matchWithout([forecast()])).rejects.toThrow('does not answer');
    expect(now - minute).toBeGreaterThanOrEqual(alertDropMs);
    expect(await listAlerts(me.id)).toEqual([]);
  });

  it('is not made for a trader whom the own limits stop', async () => {
    const me = await person();
    stopped = new Set([me.id]);
    await match([forecast()]);
    expect(await listAlerts(me.id)).toEqual([]);
  });

  it('of the VIP model needs its balance; the next best forecast goes out instead', async () => {
    const [me, rich] = [await person(), await person({}, { balance: 1000.01 })];
    await match([forecast({ model: 'vip', passability: 65 }), forecast()]);
    expect(await listAlerts(me.id)).toMatchObject([{ content: { aiModel: 'kurs_ai_v2' } }]);
    expect(await listAlerts(rich.id)).toMatchObject([{ content: { aiModel: 'vip' } }]);
  });

  it('of a pair is not repeated within twenty minutes, neither after an alert nor after a signal', async () => {
    const [me, trader] = [await person(), await person()];
    await aLiveSignal(database.db, { userId: trader.id, issuedAt: new Date(now - 19 * minuteMs) });
    await match([forecast()]);
    expect([await listAlerts(me.id), await listAlerts(trader.id)]).toMatchObject([[{ symbol: 'EURUSD' }], []]);
    minute += 19 * minuteMs;
    now = minute + 300;
    await match([forecast(), forecast({ symbol: 'AUDUSD', passability: 57 })]);
    expect((await listAlerts(me.id)).map(({ symbol }) => symbol)).toEqual(['EURUSD', 'AUDUSD']);
    minute += 2 * minuteMs;
    now = minute + 300;
    await match([forecast()]);
    expect((await listAlerts(me.id)).map(({ symbol }) => symbol)).toEqual(['EURUSD', 'AUDUSD', 'EURUSD']);
  });

  it('goes out at most so often in an hour', async () => {
    const me = await person({ perHour: 2 });
    const pairs = ['EURUSD', 'GBPUSD', 'AUDUSD', 'USDJPY'];
    for (const symbol of pairs) {
      await match([forecast({ symbol })]);
      minute += minuteMs;
      now = minute + 300;
    }
    expect(await listAlerts(me.id)).toHaveLength(2);
    minute += hourMs;
    now = minute + 300;
    await match([forecast({ symbol: 'USDCAD' })]);
    expect(await listAlerts(me.id)).toHaveLength(3);
  });

  it('of an abstention, or of a minute that closed twenty seconds ago, is not made', async () => {
    const me = await person();
    await match([forecast({ signalled: false })]);
    now = minute + 20_000;
    await match([forecast()]);
    expect(await listAlerts(me.id)).toEqual([]);
  });

  it('goes to the mailbox and to a webhook as well, and to a webhook alone', async () => {
    const [me, other] = [await person({ channels: ['mail'] }), await person({ channels: [] })];
    listeners = new Set([me.id, other.id]);
    await match([forecast()]);
    expect(mails).toMatchObject([{ userId: me.id, kind: 'signal_alert', symbol: 'EURUSD', signal: 'BUY' }]);
    expect(noticed.map(({ userId }) => userId).toSorted()).toEqual([me.id, other.id].toSorted());
    expect(noticed[0]?.data).toMatchObject({ symbol: 'EURUSD', signal: 'BUY', aiModel: 'kurs_ai_v2', passability: 60 });
    expect(await listSends(me.id)).toEqual([]);
  });

  it('is made by a rule that is committed a minute after its stamp and after others were read', async () => {
    const me = await person({ symbols: ['GBPUSD'] });
    const rule = await findRule(database.db, me.id, 'standing');
    if (!rule) throw new Error('the rule is missing');
    const matchMinute = createMatchMinute(matchNeeds());
    await matchMinute([]);
    await inTransaction(database.db, async ({ tx }) => {
      await upsertRule(tx, { ...rule, symbols: ['EURUSD'], changedAt: new Date(now) });
      minute += minuteMs;
      now = minute + 300;
      expect(await matchMinute([forecast()])).toBe(0);
    });
    minute += minuteMs;
    now = minute + 300;
    expect(await matchMinute([forecast()])).toBe(1);
  });

  it('is of a rule that is stamped when it is written, not when its reads begin', async () => {
    const me = await person();
    const listLinked = async () => {
      now += 20_000;
      return new Set<string>();
    };
    const manage = createManageAlerts({ db: database.db, listLinked, hasBot: true, clock });
    await manage.watch(me.id, { interval: 5 });
    expect((await findRule(database.db, me.id, 'watch'))?.changedAt).toEqual(new Date(now));
  });

  it('of a watch goes out once, within its hour', async () => {
    const me = await person({ channels: [] });
    const manage = manageAlerts();
    const { until } = await manage.watch(me.id, { interval: 5 });
    expect(until).toBe(new Date(now + hourMs).toISOString());
    await match([forecast({ duration: 3 })]);
    expect(await listAlerts(me.id)).toEqual([]);
    for (const symbol of ['EURUSD', 'GBPUSD']) {
      await match([forecast({ symbol })]);
      minute += minuteMs;
      now = minute + 300;
    }
    expect(await listAlerts(me.id)).toHaveLength(1);
    await manage.watch(me.id, { interval: 5 });
    minute += hourMs;
    now = minute + 300;
    await match([forecast({ symbol: 'USDJPY' })]);
    expect(await listAlerts(me.id)).toHaveLength(1);
  });
  it('of a watch is not made once the watch is taken back', async () => {
    const me = await person({ channels: [] });
    const manage = manageAlerts();
    const watch = await manage.watch(me.id, { aiModel: 'kurs_ai_v2', symbol: 'EURUSD', interval: 5 });
    expect(watch).toMatchObject({ aiModel: 'kurs_ai_v2', symbol: 'EURUSD', interval: 5, channels: ['push'] });
    expect(await manage.readWatch(me.id)).toEqual(watch);
    await manage.endWatch(me.id);
    await match([forecast()]);
    expect([await manage.readWatch(me.id), await listAlerts(me.id)]).toEqual([null, []]);
  });

  it('of a watch is mailed to those whom no device reaches, and the watch says so', async () => {
    const me = await person({ channels: [] });
    await database.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, me.id));
    const manage = manageAlerts();
    expect(await manage.watch(me.id, { interval: 5 })).toMatchObject({ channels: ['mail'] });
    await match([forecast()]);
    expect(mails).toMatchObject([{ userId: me.id, kind: 'signal_alert' }]);
    now += hourMs;
    expect(await manage.readWatch(me.id)).toBeNull();
  });
});

describe('a push', () => {
  it('that waits for twenty seconds is dropped, never sent late', async () => {
    const me = await person();
    await match([forecast()]);
    now = minute + 20_000;
    await send();
    expect([await me.browser.received(), await listSends(me.id)]).toMatchObject([[], [{ state: 'dropped' }]]);
  });

  it('that was claimed in time and waited too long after that is not sent', async () => {
    const me = await person();
    await match([forecast()]);
    const instants = [minute + 19_000, minute + 20_000];
    await send(noCrash, { now: () => instants.shift() ?? minute + 20_000 });
    expect([await me.browser.received(), await listSends(me.id)]).toMatchObject([[], [{ state: 'dropped' }]]);
  });

  it('that waits at a stop is left to another process', async () => {
    const me = await person();
    await match([forecast()]);
    await send(noCrash, clock, AbortSignal.abort());
    expect(push.received).toEqual([]);
    await send();
    expect([push.received.length, await listSends(me.id)]).toMatchObject([1, [{ state: 'sent' }]]);
  });

  it.each([404, 410])('answered by %s removes the subscription', async (status) => {
    const me = await person();
    await match([forecast()]);
    push.answer = status;
    await send();
    expect(await listSends(me.id)).toMatchObject([{ state: 'failed' }]);
    const left = database.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, me.id));
    expect(await left).toBe(0);
  });

  it('that failed is sent again while it holds', async () => {
    const me = await person();
    await match([forecast()]);
    push.answer = 500;
    await send();
    push.answer = 201;
    await send();
    expect(push.received).toHaveLength(1);
    now += 6_000;
    await send();
    expect([push.received.length, await listSends(me.id)]).toMatchObject([2, [{ state: 'sent', attempts: 2 }]]);
  });

  it('of a process that died before sending is sent by another one while it holds', async () => {
    const me = await person();
    await match([forecast()]);
    const died = createSendPushes({
      db: database.db,
      clock,
      readIdentity: () => Promise.reject(new Error('the process died')),
      sendPush: async () => 'sent',
      crashPoint: noCrash,
    });
    await expect(died()).rejects.toThrow('the process died');
    await send();
    expect(push.received).toEqual([]);
    now += 6_000;
    await send();
    expect(await me.browser.received()).toHaveLength(1);
  });

  it('fails once the others of its batch have ended, and not before', async () => {
    const both = [await person(), await person()];
    await match([forecast()]);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    const sending = createSendPushes({
      db: database.db,
      clock,
      readIdentity: async () => ({ subject: 'mailto:support@kurs.example', publicKey: '', privateKey: '' }),
      sendPush: async () => {
        if (++calls === 1) throw new Error('not as it should be');
        asked.resolve();
        await answered.promise;
        return 'sent';
      },
      crashPoint: noCrash,
    });
    let error: unknown = null;
    const run = sending().catch((caught: unknown) => (error = caught));
    await asked.promise;
    const read = async () =>
      (await Promise.all(both.map(({ id }) => listSends(id)))).flatMap(([one]) => one?.state ?? []).sort();
    expect([await read(), error]).toEqual([['waiting', 'waiting'], null]);
    answered.resolve();
    await run;
    expect([await read(), error]).toMatchObject([['sent', 'waiting'], { message: 'not as it should be' }]);
  });

  it('of a process that died after sending is repeated under the same topic, which replaces the first', async () => {
    const me = await person();
    await match([forecast()]);
    const crash = (): void => {
      throw new Error('the process died');
    };
    await expect(send(crash)).rejects.toThrow('the process died');
    now += 6_000;
    await send();
    await send();
    const received = await me.browser.received();
    expect([received.length, new Set(received.map(({ topic }) => topic)).size]).toEqual([2, 1]);
    expect(await listSends(me.id)).toMatchObject([{ state: 'sent' }]);
  });

  it('is sent once by workers that run at the same moment', async () => {
    const me = await person();
    await match([forecast()]);
    await Promise.all([send(), send(), send()]);
    expect(await me.browser.received()).toHaveLength(1);
  });

  it('is signed with one key, whichever process generated it first', async () => {
    const keys = await Promise.all([identity()(), identity()(), identity()()]);
    expect(new Set(keys.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size).toBe(1);
  });
});

describe('a message to a chat', () => {
  const linked = async (settings: Partial<AlertSettings> = {}) => {
    const { id } = await person({ channels: ['telegram'], ...settings }, { lang: 'uk' });
    const chat = bot.person();
    chat.says('/start');
    await database.db
      .insert(telegramChats)
      .values({ userId: id, chatId: chat.chatId, name: 'Olena', linkedAt: new Date(now) });
    return { id, chat };
  };

  it('says what the alert says, until when it holds, and opens the signal screen prepared', async () => {
    const me = await linked();
    expect(await manageAlerts().watch(me.id, { interval: 7 })).toMatchObject({ channels: ['push', 'telegram'] });
    await match([forecast()]);
    await sendToChats();
    const [alert] = await listAlerts(me.id);
    const until = new Intl.DateTimeFormat('uk', { timeStyle: 'medium', timeZone: 'UTC' });
    expect(me.chat.messages).toEqual([
      {
        text: [
          'EUR/USD ↑ вгору · 60\u00a0%',
          'Kurs AI v2, 5 хв. Відкрийте, щоб узяти сигнал: це ще не сигнал.',
          `Діє до ${until.format(Date.parse(String(alert?.content['holdsUntil'])))} UTC.`,
        ].join('\n'),
        url: `${publicUrl}/uk/signal?model=kurs_ai_v2&pair=EURUSD&duration=5`,
      },
    ]);
    expect(await listSends(me.id)).toMatchObject([{ channel: 'telegram', state: 'sent' }]);
  });

  it('goes to nobody without a chat, and to a chat and the devices of a user at once', async () => {
    const [none, both] = [await person({ channels: ['telegram'] }), await linked({ channels: ['telegram', 'push'] })];
    await match([forecast()]);
    expect(await listSends(none.id)).toEqual([]);
    expect((await listSends(both.id)).map(({ channel }) => channel).toSorted()).toEqual(['push', 'telegram']);
  });

  it('unlinks a chat whose person blocked the bot', async () => {
    const me = await linked();
    me.chat.blocks();
    await match([forecast()]);
    await sendToChats();
    const left = database.db.$count(telegramChats, eq(telegramChats.userId, me.id));
    expect([await listSends(me.id), await left]).toMatchObject([[{ state: 'failed' }], 0]);
  });

  it('waits while Telegram asks for it, and is dropped when it would be late', async () => {
    const [me, other] = [await linked(), await linked()];
    await match([forecast()]);
    const pausing = createSendToChats();
    bot.fails('sendMessage', { status: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 });
    await pausing();
    bot.fails('sendMessage', null);
    await pausing();
    expect([me.chat.messages, other.chat.messages]).toEqual([[], []]);
    now += 5_000;
    await pausing();
    expect([me, other].map(({ chat }) => chat.messages.length)).toEqual([1, 1]);
    expect(await listSends(me.id)).toMatchObject([{ state: 'sent', attempts: 1 }]);
    minute += 30 * minuteMs;
    now = minute + 300;
    await match([forecast()]);
    bot.fails('sendMessage', { status: 429, description: 'Too Many Requests: retry after 60', retryAfter: 60 });
    await createSendToChats()();
    bot.fails('sendMessage', null);
    now = minute + 20_000;
    await createSendToChats()();
    expect([me, other].map(({ chat }) => chat.messages.length)).toEqual([1, 1]);
    expect(await listSends(me.id)).toMatchObject([{ state: 'sent' }, { state: 'dropped' }]);
  });

  it('leaves with at most 25 a second, however often a worker looks for them', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, () => linked()));
    await match([forecast()]);
    const sending = createSendToChats();
    const sent = () => many.filter(({ chat }) => chat.messages.length > 0).length;
    for (const [laterMs, total] of [
      [0, 25],
      [400, 25],
      [599, 25],
      [1, 50],
      [1_000, 60],
    ] as const) {
      now += laterMs;
      await Promise.all([sending(), sending()]);
      expect([laterMs, sent()]).toEqual([laterMs, total]);
    }
  });

  it('is sent again while it holds when Telegram failed, and not when it is rejected for good', async () => {
    const me = await linked();
    await match([forecast()]);
    bot.fails('sendMessage', { status: 502, description: 'Bad Gateway' });
    await sendToChats();
    bot.fails('sendMessage', null);
    now += 6_000;
    await sendToChats();
    expect([me.chat.messages.length, await listSends(me.id)]).toMatchObject([1, [{ state: 'sent', attempts: 2 }]]);
    const other = await linked();
    minute += minuteMs;
    now = minute + 300;
    await match([forecast()]);
    bot.fails('sendMessage', { status: 400, description: 'Bad Request: message is too long' });
    await sendToChats();
    bot.fails('sendMessage', null);
    expect(await listSends(other.id)).toMatchObject([{ state: 'failed', attempts: 1 }]);
  });
});

describe('a result', () => {
  const settle = (userId: string, id: string, { fails = false, result = 'successful' } = {}) =>
    inTransaction(database.db, async (work) => {
      const data = { id, symbol: 'EURUSD', signal: 'BUY', aiModel: 'kurs_ai_v2', duration: 5, result };
      const events = [{ userId, name: 'result' as const, data: data as Signal }];
      await createNotifyResults({ ...matchNeeds(), publicUrl })(work, events, new Date(now));
      if (fails) throw new Error('rolled back');
    });

  it('goes to those who want results, once per signal, and not when its settlement is rolled back', async () => {
    const [me, other] = [await person({ results: true }), await person()];
    await expect(settle(me.id, randomUUID(), { fails: true })).rejects.toThrow('rolled back');
    const id = randomUUID();
    for (const userId of [me.id, me.id, other.id]) await settle(userId, userId === me.id ? id : randomUUID());
    await send();
    expect(await me.browser.received()).toMatchObject([
      { payload: { kind: 'result', title: 'EUR/USD: won', url: `${publicUrl}/en/history` } },
    ]);
    expect(await other.browser.received()).toEqual([]);
  });

  it('goes over every channel of the rule, losses in the same words as wins', async () => {
    const me = await person({ results: true, channels: ['push', 'telegram', 'mail'] });
    const chat = bot.person();
    chat.says('/start');
    await database.db
      .insert(telegramChats)
      .values({ userId: me.id, chatId: chat.chatId, name: 'Olena', linkedAt: new Date(now) });
    const id = randomUUID();
    for (const _time of [1, 2]) await settle(me.id, id);
    await Promise.all([send(), sendToChats()]);
    await settle(me.id, randomUUID(), { result: 'unsuccessful' });
    await Promise.all([send(), sendToChats()]);
    const texts = ['won', 'lost'].map(
      (result) => `EUR/USD: ${result}\nKurs AI v2, ↑ up, 5 min. The result is in your history.`,
    );
    expect(chat.messages).toEqual(texts.map((text) => ({ text, url: `${publicUrl}/en/history` })));
    expect(await me.browser.received()).toHaveLength(2);
    const fixed = {
      userId: me.id,
      lang: 'en',
      kind: 'signal_result',
      symbol: 'EURUSD',
      settledAt: new Date(now).toISOString(),
    };
    expect(mails).toMatchObject([
      { ...fixed, result: 'successful' },
      { ...fixed, result: 'unsuccessful' },
    ]);
  });

  it('is not sent in quiet hours, nor over channels that are off', async () => {
    const quietHours = { from: '00:00', to: '23:59', timezone: 'Europe/Kyiv' };
    const [quiet, none] = [
      await person({ results: true, quietHours, channels: ['push', 'mail'] }),
      await person({ results: true, channels: [] }),
    ];
    for (const { id } of [quiet, none]) await settle(id, randomUUID());
    expect([mails, await listSends(quiet.id), await listSends(none.id)]).toEqual([[], [], []]);
  });
});

describe('a rule', () => {
  it('cannot choose Telegram where the operator has no bot, and says what it can choose', async () => {
    const withoutBot = manageAlerts(false);
    const me = await person({ channels: ['telegram', 'mail'] });
    for (const [lang, message] of [
      ['uk', 'Сповіщення в Telegram зараз недоступні. Оберіть push або пошту.'],
      ['en', 'Alerts by Telegram aren’t available right now. Choose push or mail.'],
      ['ru', 'Уведомления в Telegram сейчас недоступны. Выберите push или почту.'],
    ] as const)
      await expect(withoutBot.change(me.id, { channels: ['mail', 'telegram'] }, lang)).rejects.toMatchObject({
        code: 'validation_failed',
        params: { fields: 'channels' },
        details: [{ field: 'channels', message, allowed: ['push', 'mail'] }],
      });
    const read = await withoutBot.read(me.id);
    expect(read.channels).toEqual(['mail']);
    expect(await withoutBot.change(me.id, read, 'en')).toEqual(read);
  });
});
