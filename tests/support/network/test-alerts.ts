import { eq } from 'drizzle-orm';
import type { AlertSettings } from '#contract/alerts.ts';
import { type Clock, dayMs, minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { users } from '#server/database/schema.ts';
import { alerts, alertSends, telegramChats } from '#server/database/tables/alert-tables.ts';
import { createLocalPlaces } from '#server/integrations/places/places.ts';
import { createHttpsOutbound } from '#server/integrations/outbound/outbound.ts';
import { createWebPush, generatePushKeys } from '#server/integrations/push/push.ts';
import { createGrammyTelegram } from '#server/integrations/telegram/telegram.ts';
import { listUsers } from '#server/modules/accounts/accounts.repository.ts';
import { createGetUnsubscribeAddress } from '#server/modules/alerts/alert-mails.ts';
import { createManageAlerts } from '#server/modules/alerts/manage-alerts.ts';
import { createMatchMinute } from '#server/modules/alerts/match-minute.ts';
import { createPushDevices, createReadPushIdentity } from '#server/modules/alerts/push-devices.ts';
import { createSendChatMessages, createSendPushes } from '#server/modules/alerts/send-messages.ts';
import type { NewMail } from '#server/modules/mail/mail.api.ts';
import { payoutsModule } from '#server/modules/payouts/module.ts';
import { createListLinked } from '#server/modules/telegram/chats.repository.ts';
import { createSendToChat, obeyPauses } from '#server/modules/telegram/create-telegram-module.ts';
import { isVipBalance } from '#domain/accounts/access.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { mayReadPrices } from '#server/modules/traders/require-signal-access.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { aBrokerSide } from '#tests/support/network/fake-broker.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { testAccounts } from '#tests/support/test-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { startFakePushService } from './fake-push-service.ts';
import { startFakeTelegram } from './fake-telegram.ts';
import { testCertificate as ca } from './test-certificate.ts';

export type TestAlerts = Awaited<ReturnType<typeof createTestAlerts>>;

export const publicUrl = 'https://kurs.example';
const secret = 'a secret of these tests, long enough for anybody';
const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null };
const closedAt = Date.parse('2026-03-03T15:00:00.000Z');
/** A minute is matched so long after its close. */
const matchedAfterMs = 300;

/** Alerts on virtual time, with a push service and a Telegram that answer as the real ones. */
export async function createTestAlerts() {
  const database = await createTestDatabase();
  const { db } = database;
  const push = await startFakePushService();
  const bot = await startFakeTelegram();
  const platform = testPlatform(database);
  const config = testConfig();
  const { accounts } = testAccounts(platform, config);
  const payouts = payoutsModule({ ...platform, config, accounts, brokerSide: aBrokerSide() });
  let people = 0;
  /** Of all processes. */
  const places = createLocalPlaces();
  let timers: { readonly at: number; readonly task: () => void }[] = [];
  const clock: Clock = { now: () => test.now };

  const test = {
    database,
    push,
    bot,
    clock,
    now: closedAt,
    /** The close of the minute that is matched. */
    minute: closedAt,
    mails: [] as NewMail[],
    /** Users who have stopped signals for today. */
    stopped: new Set<string>(),
    /** Passes to the minute that closes so much later. */
    advance: (ms: number): void => {
      test.minute += ms;
      test.now = test.minute + matchedAfterMs;
    },
    /** Before each test: without what an earlier one has left. */
    reset: (): void => {
      // A Saturday and a Sunday are open: the market of these tests is always open.
      test.advance(2 * dayMs);
      test.mails.length = 0;
      push.received.length = 0;
      push.answer = 201;
      test.stopped = new Set();
    },
    matchNeeds: () => ({
      db,
      clock,
      marketClock: clock,
      hours: { calendar: 'always' as const, window: null },
      listPayouts: payouts.api.listPayouts,
      speed: 1,
      publicUrl,
      listUsers: (ids: readonly string[]) => listUsers(db, ids),
      mayTrade: (user: User) => mayReadPrices(rules, clock.now(), user),
      mayUseVip: ({ balance }: User) => isVipBalance(balance, rules, clock.now()),
      listStopped: async () => test.stopped,
      after: (ms: number, task: () => void) => {
        test.now += ms;
        queueMicrotask(task);
        return () => undefined;
      },
      onError: () => undefined,
      queueMail: async (_tx: unknown, mail: NewMail) => void test.mails.push(mail),
      getUnsubscribeAddress: createGetUnsubscribeAddress({ publicUrl, secrets: { secret } }),
      listLinked: createListLinked(true),
      log: silentLog,
    }),
    match: (forecasts: readonly Forecast[]) => createMatchMinute(test.matchNeeds())(forecasts),
    manageAlerts: (hasBot = true) => createManageAlerts({ db, hasBot, clock }),
    identity: () =>
      createReadPushIdentity({
        db,
        vapid: { subject: 'mailto:support@kurs.example', keys: null },
        seal: createSealText({ secret }, 'push key'),
        generateKeys: generatePushKeys,
        clock,
      }),
    send: (crashPoint: CrashHook = noCrash, sendersClock: Clock = clock, stopping?: AbortSignal) =>
      createSendPushes({
        db,
        clock: sendersClock,
        readIdentity: test.identity(),
        sendPush: createWebPush(createHttpsOutbound({ allowsPrivate: true, ca, timeoutMs: 500 })),
        crashPoint,
        log: silentLog,
      })(stopping),
    createSendToChats: () => {
      const telegram = createGrammyTelegram({ token: bot.token, apiUrl: bot.url });
      const sendToChat = createSendToChat({ db, send: obeyPauses(telegram, clock) });
      const after = (ms: number, task: () => void) => {
        timers.push({ at: test.now + ms, task });
        return () => undefined;
      };
      const send = createSendChatMessages({
        db,
        clock,
        sendToChat,
        crashPoint: noCrash,
        places,
        after,
        log: silentLog,
      });
      return () => {
        const due = timers.filter(({ at }) => at <= test.now);
        timers = timers.filter(({ at }) => at > test.now);
        for (const { task } of due) task();
        return send();
      };
    },
    sendToChats: () => test.createSendToChats()(),
    forecast: (change: Partial<Forecast> = {}): Forecast => ({
      model: 'kurs_ai_v2',
      modelVersion: '1',
      symbol: 'EURUSD',
      barTime: test.minute - minuteMs,
      decidedAt: test.minute,
      duration: 5,
      pUp: 0.6,
      passability: 60,
      session: 'day',
      ...change,
    }),
    /** A trader with access to signals and a browser that gets pushes. */
    person: async (
      settings: Partial<AlertSettings> = { channels: ['push'] },
      change: Partial<typeof users.$inferInsert> = {},
    ) => {
      people += 1;
      const referralId = String(7_500_000 + people);
      const id = await aUser(db, { referralId, balance: 250, balanceCheckedAt: new Date(test.now), ...change });
      await test.manageAlerts().change(id, { channels: ['push'], ...settings });
      return { id, browser: await test.subscribe(id) };
    },
    subscribe: async (userId: string) => {
      const browser = push.subscribe();
      const devices = createPushDevices({
        db,
        clock,
        isAllowedHost: () => true,
        findDevice: () => ({ browser: 'Chrome', system: 'Linux' }),
      });
      await devices.add(userId, browser.subscription, 'a browser');
      return browser;
    },
    linkChat: async (userId: string) => {
      const chat = bot.person();
      chat.says('/start');
      const { chatId } = chat;
      await db.insert(telegramChats).values({ userId, chatId, name: 'Olena', linkedAt: new Date(test.now) });
      return chat;
    },
    listAlerts: (userId: string) => db.select().from(alerts).where(eq(alerts.userId, userId)),
    listSends: (userId: string) => db.select().from(alertSends).where(eq(alertSends.userId, userId)),
    close: async (): Promise<void> => {
      await push.close();
      await bot.close();
      await database.close();
    },
  };
  return test;
}
