import { pino } from 'pino';
import type { TradersContext } from '#server/modules/traders/traders-context.ts';
import type { users } from '#server/database/schema.ts';
import { createManualBroker } from '#server/integrations/broker/manual-broker.ts';
import { createPocketBroker } from '#server/integrations/broker/pocket-broker.ts';
import type { BusEvent } from '#server/integrations/bus/bus.ts';
import { findUser, type UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { signalsRoutes } from '#server/modules/signals/signals.routes.ts';
import { tradersModule } from '#server/modules/traders/module.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Message } from '#server/deliveries/message.ts';
import { campaignsModule } from '#server/modules/campaigns/module.ts';
import { runInOrder } from '#server/start/component.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { statedMarket } from './market/stated-market.ts';
import { aForecaster, localModels } from './record/stated-forecasts.ts';
import { aSignalsContext } from './signals-context.ts';
import { aBrokerSide } from './network/fake-broker.ts';
import { aUser } from './a-signal.ts';
import { aCaller, fakeMail, testAccounts } from './test-people.ts';
import { testConfig, type TestPlatform, testPlatform } from './test-platform.ts';
import { createFakeJobs } from './fake-jobs.ts';
import { startFakePocket } from './network/fake-pocket.ts';
import { createTestApp } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';
import { createVirtualTime } from './virtual-time.ts';
import { aBrokerSharing } from './network/broker-sharing.ts';
import { aWatchedBus } from './network/watched-bus.ts';

type NewUser = Partial<typeof users.$inferInsert>;

export const adminEmail = 'admin@kurs.example';
export const internalEmail = 'tester@kurs.example';

/** The key with which the broker's server reports registrations. */
export const postbackKey = 'a-key-that-only-the-broker-knows-1';

/** Tuesday, 15:00 UTC. */
export const startsAt = Date.parse('2026-03-03T15:00:00.000Z');

interface Options {
  readonly hasPlayMoney?: boolean;
  /** No interface: administrators and lists of the partner answer. */
  readonly isManual?: boolean;
}

/** The product's broker modules on a separate database, with a fake of the partner's protocol. */
export async function createTestTraders({ isManual = false, hasPlayMoney = !isManual }: Options = {}) {
  const database = await createTestDatabase();
  const { db } = database;
  const fake = await startFakePocket();
  const time = createVirtualTime(startsAt);
  const { clock, scheduler } = time;
  const jobs = createFakeJobs(clock);
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) });
  const publishListeners: (() => void)[] = [];
  const bus = aWatchedBus((event) => {
    published.push(event);
    for (const listener of publishListeners) listener();
  });
  const mails: Message[] = [];
  const published: BusEvent[] = [];
  const issuedTo: string[] = [];
  const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null, balanceHoldsMs: 86_400_000 };
  const pocket = createPocketBroker({
    shared: aBrokerSharing(),
    apiUrl: async () => fake.url,
    partnerId: fake.partnerId,
    apiToken: fake.apiToken,
    balanceMode: 'minus_bonuses',
    clock,
    after: scheduler.after,
    chance: () => 0,
    log: logger,
  });
  const lists = createManualBroker({ pool: db.$client, clock, holdsMs: rules.balanceHoldsMs });
  const broker = isManual ? lists : pocket;
  const links = {
    kind: 'pocket' as const,
    broker: 'Pocket',
    ownership: 'by_link' as const,
    register: 'https://b.example/r',
    deposit: 'https://b.example/',
  };
  const people = { adminEmails: [adminEmail], internalEmails: [internalEmail], demo: true };
  const config = testConfig({
    ...people,
    access: rules,
    revenue: { share: 0.02, period: 'year' },
    ...(isManual && { broker: { kind: 'manual', referralUrl: links.register, postbackKey: null } }),
  });
  // Without the daily refresh of all traders: only the requests of a test reach the broker.
  const noTimers = { after: () => () => undefined };
  const platform = testPlatform(database, { config, time, bus, jobs, log: logger, scheduler: noTimers });
  const { accounts, signIn } = testAccounts(platform);
  const ctx: TradersContext = {
    ...platform,
    accounts,
    mail: fakeMail(mails),
    ...aBrokerSide({
      broker,
      hasPlayMoney,
      postbackKey,
      brokerLinks: async ({ state }) => ({ ...links, register: `${links.register}?click_id=${state}` }),
    }),
  };
  const traders = tradersModule(ctx);
  const campaigns = campaignsModule({ ...platform, accounts });
  const running = runInOrder(logger);
  for (const component of traders.components) await running.start(component);
  const app = await createTestApp({
    routes: [...traders.routes, ...campaigns.routes, toSignals(platform, traders.api, accounts, issuedTo)],
    readiness: traders.readiness ?? [],
    onLog: (line) => void log.push(line),
  });

  const row = async (id: string): Promise<UserRow> => {
    const found = await findUser(db, id);
    if (!found) throw new Error('user not found');
    return found;
  };

  return {
    database,
    fake,
    broker,
    time,
    jobs,
    log,
    /** Queued mails, oldest first. */
    mails,
    published,
    onPublished: (listener: () => void) => void publishListeners.push(listener),
    ctx,
    /** Users who got a signal, in order. */
    issuedTo,
    person: async (change: NewUser = {}) => {
      const id = await aUser(db, { createdAt: new Date(startsAt), ...change });
      return { id, ...aCaller(app, await signIn(id)), row: () => row(id) };
    },
    close: async () => {
      await running.stop();
      await app.close();
      await fake.stop();
      await database.close();
    },
  };
}

export type Person = Awaited<ReturnType<Awaited<ReturnType<typeof createTestTraders>>['person']>>;

/** The real routes of signals, without storing and settling. */
function toSignals(platform: TestPlatform, traders: TradersApi, accounts: AccountsApi, issuedTo: string[]) {
  const market = statedMarket(platform, { symbols: ['EURUSD'], direction: 'BUY', passability: 57 });
  const models = { forecasters: localModels.map(aForecaster), metadata: new Map(), unavailable: [] };
  return signalsRoutes({
    ...aSignalsContext({ ...platform, market }, { traders, accounts, models }),
    storing: async ({ row }) => {
      issuedTo.push(row.userId);
      return row;
    },
  });
}
