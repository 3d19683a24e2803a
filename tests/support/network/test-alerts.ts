import { eq } from 'drizzle-orm';
import type { AlertSettings } from '#contract/alerts.ts';
import { isVipBalance } from '#domain/accounts/access.ts';
import { asMarketClock, type Clock, dayMs, minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { users } from '#server/database/schema.ts';
import { alerts, telegramChats } from '#server/database/tables/alert-tables.ts';
import type { DeliveriesContext } from '#server/deliveries/deliveries-context.ts';
import { createHttpsOutbound } from '#server/integrations/outbound/outbound.ts';
import { createLocalSemaphores } from '#server/integrations/semaphores/semaphores.ts';
import { webPushService } from '#server/integrations/push/push.ts';
import { createGrammyTelegram, obeyPauses } from '#server/integrations/telegram/telegram.ts';
import type { AlertsContext } from '#server/modules/alerts/alerts-context.ts';
import { changeAlerts } from '#server/modules/alerts/manage-alerts.ts';
import { matchMinute } from '#server/modules/alerts/match-minute.ts';
import { notifyingResults } from '#server/modules/alerts/notify-results.ts';
import { addPushDevice } from '#server/modules/alerts/push-devices.ts';
import { payoutsModule } from '#server/modules/payouts/module.ts';
import { mayReadPrices } from '#server/modules/traders/require-signal-access.ts';
import { aUser } from '#tests/support/a-signal.ts';
import { aBrokerSide } from '#tests/support/network/fake-broker.ts';
import { only } from '#tests/support/only.ts';
import { testAccounts } from '#tests/support/test-people.ts';
import { testDeliveries } from '#tests/support/test-deliveries.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { startFakePushService } from './fake-push-service.ts';
import { startFakeTelegram } from './fake-telegram.ts';
import { testCertificate as ca } from './test-certificate.ts';
import { nothingStated } from '../signals-context.ts';

export const publicUrl = 'https://kurs.example';
const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null, balanceHoldsMs: 86_400_000 };
const closedAt = Date.parse('2026-03-03T15:00:00.000Z');
/** A minute is matched so long after its close. */
const matchedAfterMs = 300;

/** Alerts on virtual time, with a push service and a Telegram that answer as the real ones. */
export async function createTestAlerts() {
  const database = await createTestDatabase();
  const { db } = database;
  const [push, bot] = [await startFakePushService(), await startFakeTelegram()];
  let people = 0;
  const clock: Clock = { now: () => test.now };
  const config = testConfig({ publicUrl, tradingHours: { calendar: 'always', window: null } });
  /** Of all processes. */
  const semaphores = createLocalSemaphores();
  let timers: { readonly at: number; readonly task: () => void }[] = [];
  const after = (ms: number, task: () => void) => {
    timers.push({ at: test.now + ms, task });
    return () => undefined;
  };
  const post = createHttpsOutbound({ allowsPrivate: true, ca, timeoutMs: 500 });
  const pushService = webPushService(post);
  const telegram = createGrammyTelegram({ token: bot.token, apiUrl: bot.url });
  /** A process that delivers. */
  const aWorker = (change: Partial<DeliveriesContext> = {}) =>
    testDeliveries(database, {
      config,
      clock,
      scheduler: { after },
      push: pushService,
      telegram: obeyPauses(telegram, clock),
      semaphores,
      ...change,
    });
  const outbox = aWorker();

  const common = { config, clock, marketClock: asMarketClock(clock) };
  const platform = testPlatform(database, {
    ...common,
    scheduler: {
      // A pause before another try.
      after: (ms, task) => {
        test.now += ms;
        queueMicrotask(task);
        return () => undefined;
      },
    },
  });
  const { accounts } = testAccounts({ ...platform, clock: { now: () => closedAt } });
  const ctx: AlertsContext = {
    ...platform,
    accounts,
    payouts: payoutsModule({ ...platform, brokerSide: aBrokerSide(), accounts }).api,
    traders: only({
      mayReadPrices: (user) => mayReadPrices(rules, clock.now(), user),
      mayUseVip: ({ balance }) => isVipBalance(balance, rules, clock.now()),
    }),
    dayStop: only({ listStopped: async () => test.stopped }),
    signals: only({ onFound: () => undefined }),
    site: nothingStated,
    deliveries: only({
      queue: (tx, wanted) => outbox.queueIn(tx, wanted),
      wake: () => undefined,
      readPushIdentity: outbox.ctx.readPushIdentity,
    }),
    hasBot: true,
    isPushAllowed: () => true,
  };

  const test = {
    database,
    push,
    bot,
    clock,
    ctx,
    aWorker,
    now: closedAt,
    /** The close of the minute that is matched. */
    minute: closedAt,
    /** Users who have stopped signals for today. */
    stopped: new Set<string>(),
    /** Passes to the minute that closes so much later. */
    advance: (ms: number): void => {
      test.minute += ms;
      test.now = test.minute + matchedAfterMs;
    },
    /** Before each test: without what an earlier one has left. */
    reset: async (): Promise<void> => {
      // A Saturday and a Sunday are open: the market of these tests is always open.
      test.advance(2 * dayMs);
      push.received.length = 0;
      push.answer = 201;
      test.stopped = new Set();
      await outbox.clear();
    },
    match: (forecasts: readonly Forecast[], change: Partial<AlertsContext> = {}) =>
      matchMinute({ ...ctx, ...change }, forecasts),
    notifying: (change: Partial<AlertsContext> = {}) => notifyingResults({ ...ctx, ...change }),
    /** What is due, by every channel. */
    deliver: (): Promise<void> => {
      const due = timers.filter(({ at }) => at <= test.now);
      timers = timers.filter(({ at }) => at > test.now);
      for (const { task } of due) task();
      return outbox.deliver();
    },
    /** Contents of mails, oldest first. */
    listMails: outbox.listMails,
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
    person: async (settings: Partial<AlertSettings> = {}, change: Partial<typeof users.$inferInsert> = {}) => {
      people += 1;
      const referralId = String(7_500_000 + people);
      const id = await aUser(db, { referralId, balance: 250, balanceCheckedAt: new Date(test.now), ...change });
      await changeAlerts(ctx, id, { channels: ['push'], ...settings });
      return { id, browser: await test.subscribe(id) };
    },
    subscribe: async (userId: string) => {
      const browser = push.subscribe();
      await addPushDevice(ctx, userId, browser.subscription, 'a browser');
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
    listDeliveries: outbox.listDeliveries,
    close: async (): Promise<void> => {
      await push.close();
      await bot.close();
      await database.close();
    },
  };
  return test;
}
