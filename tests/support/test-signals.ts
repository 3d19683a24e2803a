import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { Signal, AutoRun } from '#contract/signals.ts';
import type { ProofState } from '#domain/record/proof-state.ts';
import { type AccessRules, isVipBalance } from '#domain/accounts/access.ts';
import { type Clock, minuteMs, startOfMinute } from '#domain/time.ts';
import { limits } from '#domain/signals/limits.ts';
import { durationMs } from '#domain/market/duration.ts';
import type { MarketCalendar } from '#domain/market/trading-hours.ts';
import type { AppDependencies } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { noCrash } from '#server/start/crash-points.ts';
import { ticks, type users } from '#server/database/schema.ts';
import type { BusEvent } from '#server/integrations/bus/bus.ts';
import type { ForecastsListener } from '#server/live/market-view.ts';
import { createEntries, createWatchedPairs } from '#server/modules/signals/settlement/entries.ts';
import type { AccountsContext } from '#server/modules/accounts/accounts-context.ts';
import { createEnqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import { createEnterSignal } from '#server/modules/signals/settlement/enter-signal.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import {
  createModelCatalogue,
  createSignalsRoutes,
  loggedTicks,
} from '#server/modules/signals/create-signals-module.ts';
import { createResultNotices } from '#server/modules/signals/auto-runs/auto-runs.ts';
import { createSettler } from '#server/modules/signals/settlement/settle-due.ts';
import { dayStopModule } from '#server/modules/day-stop/module.ts';
import { payoutsModule } from '#server/modules/payouts/module.ts';
import { createSignals } from '#server/modules/signals/create-signals.ts';
import { mayReadPrices, requireSignalAccess } from '#server/modules/traders/require-signal-access.ts';
import type { FoundEdge, ModelCatalogue } from '#server/modules/signals/signals.api.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import { aUser } from './a-signal.ts';
import { testAccounts } from './test-people.ts';
import { aBrokerSide, aTradersContext } from './network/fake-broker.ts';
import { testConfig, type TestPlatform, testPlatform } from './test-platform.ts';
import { type FakeJobs, createFakeJobs } from './fake-jobs.ts';
import {
  aForecast,
  aForecaster,
  describeBoard,
  explanation,
  localModels,
  type Phrases,
} from './record/stated-forecasts.ts';
import { nothingRecorded } from './record/nothing-recorded.ts';
import { createStatedMinutes } from './record/stated-minutes.ts';
import { createSettleStatements } from '#server/modules/shadow/settle-statements.ts';
import { createTestApp } from './test-app.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';
import { aWatchedBus } from './network/watched-bus.ts';

type NewUser = Partial<typeof users.$inferInsert>;
type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;
type Headers = Readonly<Record<string, string>>;

export interface SignalPerson {
  readonly id: string;
  get(path: string, headers?: Headers): Promise<Answer>;
  head(path: string): Promise<Answer>;
  post(path: string, body?: object, headers?: Headers): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
  patch(path: string, body: object): Promise<Answer>;
  delete(path: string, body?: object): Promise<Answer>;
  /** A signal, as the model answers now. */
  signal(query?: string): Promise<Signal>;
  session(): Promise<AutoRun | null>;
}

/**
 * The product's signals on a separate database and market: the test defines the models' answers and
 * the prices.
 */
export interface TestSignals {
  readonly database: TestDatabase;
  readonly time: VirtualTime;
  readonly jobs: FakeJobs;
  readonly dayStop: DayStopApi;
  readonly log: string[];
  /** Events published to streams. */
  readonly published: BusEvent[];
  /** What auto-signal runs announced. */
  readonly found: FoundEdge[];
  /** The models' forecasts, for any duration, renewed each minute. A test may change it. */
  readonly market: Phrases;
  /** States of the recorded signals, by the index of their leaf; empty until a test fills it. */
  readonly proofs: Map<number, ProofState>;
  /** What the broker states of its payouts, read at the start of each minute. */
  readonly brokerPays: { get: () => ReadonlyMap<string, number> };
  /** Runs while the language model is answering. */
  whileChoosing: (() => Promise<unknown>) | null;
  person(change?: NewUser): Promise<SignalPerson>;
  /** Runs a signal through its entry, its minutes and its outcome, as the prices decide. */
  finish(
    signal: Pick<Signal, 'symbol' | 'signal' | 'duration'>,
    result: 'successful' | 'neutral' | 'unsuccessful' | 'void',
  ): Promise<void>;
  /** Advances to the next minute, and half a second, after which its forecasts arrive. */
  closeMinute(): Promise<void>;
  /** Resolves when nothing is in progress for an auto-signal run. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Dependencies of further modules. */
export interface TestParts {
  readonly db: TestDatabase['db'];
  readonly clock: Clock;
  readonly platform: TestPlatform;
  readonly config: Config;
  readonly ofAccounts: AccountsContext;
  readonly accounts: AccountsApi;
  readonly dayStop: DayStopApi;
  readonly jobs: FakeJobs;
  readonly catalogue: ModelCatalogue;
  readonly access: AccessRules;
}

interface Options {
  readonly config?: Partial<AppDependencies['config']>;
  readonly calendar?: MarketCalendar;
  /** Forecasts are as of the last full minute; by default of the instant at which they are asked for. */
  readonly hasMinutes?: boolean;
  /** The market's time at the start. */
  readonly from?: number;
  /** The database; by default a fresh one. */
  readonly open?: () => Promise<TestDatabase>;
  /** By default everything is read from the primary. */
  /** Further modules, on the same database, login sessions and market. */
  readonly alsoServe?: (parts: TestParts) => readonly FastifyPluginAsyncZod[];
}

export const adminEmail = 'admin@kurs.example';
export const internalEmail = 'tester@kurs.example';
/** Tuesday, 15:00 UTC. */
export const startsAt = Date.parse('2026-03-03T15:00:00.000Z');
const feed = 'simulated:1';
const price = 1.1;

export async function createTestSignals({
  config,
  calendar = 'always',
  from = startsAt,
  hasMinutes = false,
  alsoServe = () => [],
  open = createTestDatabase,
}: Options = {}): Promise<TestSignals> {
  const database = await open();
  const { db } = database;
  const time = createVirtualTime(from);
  const { clock } = time;
  const jobs = createFakeJobs(clock);
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) });
  const published: BusEvent[] = [];
  const bus = aWatchedBus((event) => void published.push(event));
  const enqueueUserEvents = createEnqueueUserEvents(bus, Date);
  const platform = testPlatform(database, { time, log: logger, bus, jobs });
  const rules = { minBalance: 10, vipBalance: 1000, vipFreeUntil: null };
  // Access ends by a clock that stands still, because these tests span days.
  const standing = { now: () => from };
  const people = { adminEmails: [adminEmail], internalEmails: [internalEmail], demo: true, access: rules };
  const symbols = ['EURUSD', 'GBPUSD', 'AUDUSD'];
  const appConfig = testConfig({ ...people, site: { ...testConfig().site, timezone: 'Europe/Kyiv' }, pairs: symbols });
  const { accounts, ctx: ofAccounts, signIn } = testAccounts(platform, appConfig);
  const access = aTradersContext({ ...platform, clock: standing }, appConfig, accounts);
  const market: Phrases = {
    symbols,
    direction: 'BUY',
    passability: 57,
  };
  const forecasters = localModels.map(aForecaster);
  const forecastsListeners: ForecastsListener[] = [];
  const toClose = hasMinutes ? startOfMinute : (now: number) => now;
  const view = {
    feed: {
      id: feed,
      kind: 'simulated' as const,
      isLive: false,
      symbols: ['EURUSD', 'GBPUSD', 'AUDUSD'],
      notOffered: [],
    },
    get board() {
      return describeBoard(market, toClose(clock.now()));
    },
    lastTick: (symbol: string) => ({ symbol, time: clock.now(), receivedAt: clock.now(), bid: price, ask: price }),
    bars: () => [],
    explain: () => explanation,
    readyInMs: () => 0,
    onForecasts: (listener: ForecastsListener) => void forecastsListeners.push(listener),
  };
  const proofs: TestSignals['proofs'] = new Map();
  const brokerPays = { get: (): ReadonlyMap<string, number> => new Map() };
  const slow = { whileChoosing: null as TestSignals['whileChoosing'] };
  const llmModels: LlmModels = {
    forecastFor: async (_key, { duration, symbols: [symbol = 'EURUSD'] }) => {
      await slow.whileChoosing?.();
      const { passability, direction } = market;
      const output = { model: 'chatgpt_4o', duration, symbol, passability, direction, now: clock.now() } as const;
      const analysis = { explanation, indicators: [], text: () => '' };
      const recordIndex = await minutes.answer(output);
      return [{ forecast: aForecast(output), recordIndex, analysis }];
    },
    availability: () => [{ key: 'chatgpt_4o', available: true }],
  };
  const minutes = createStatedMinutes({ db, clock, market, feed: view.feed, toClose });
  const catalogue = createModelCatalogue({ forecasters, unavailable: [], llmModels, ...rules });
  const pairs = createWatchedPairs({ recentTicks: () => [], tickLog: { isNew: () => true, add: () => undefined } });
  const entries = createEntries({
    pairs,
    enterSignal: createEnterSignal({ db, enqueueUserEvents, crashPoint: noCrash }),
    feed,
    log: logger,
  });
  bus.onNotice('signal_issued', entries.add);
  let notices = createResultNotices({ db, jobs, log: logger });
  const settler = createSettler({
    db,
    feeds: { only: feed },
    enqueueUserEvents,
    isRecorded: true,
    clock,
    crashPoint: noCrash,
    afterSettled: (settled) => notices.enqueue(settled.map(({ id }) => id)),
  });
  const settleStatements = createSettleStatements({ db, readTicks: loggedTicks, feed, crashPoint: noCrash });
  const tradingHours = { calendar, window: null };
  const dayStop = dayStopModule({ ...platform, config: appConfig, accounts });
  const brokerSide = aBrokerSide({ readPayouts: async () => brokerPays.get() });
  const payouts = payoutsModule({ ...platform, config: appConfig, brokerSide, accounts });
  const signals = createSignals(
    {
      platform: {
        db,
        clock,
        isTimeTrusted: () => true,
        marketClock: clock,
        scheduler: time.scheduler,
        market: view,
        bus,
        jobs,
        enqueueUserEvents,
        crashPoint: noCrash,
        log: logger,
      },
      config: {
        feed: { kind: 'simulated', seed: 1 },
        tradingHours,
      },
      llmModels,
      accounts,
      traders: {
        mayReadPrices: (user) => mayReadPrices(rules, from, user),
        mayUseVip: ({ balance }) => isVipBalance(balance, rules, from),
        requireSignalAccess: (user, model) => requireSignalAccess(access, user, model),
      },
      record: { ...nothingRecorded, readProofs: async () => proofs, readMarketState: minutes.state },
      calibration: { estimateCalibratedAt: nothingRecorded.calibratedAt },
      payouts: payouts.api,
      dayStop: dayStop.api,
    },
    catalogue,
  );
  const found: FoundEdge[] = [];
  signals.autoRuns.onFound((one) => void found.push(one));
  const components = [signals.autoRuns.component, ...payouts.components];
  for (const component of components) await component.start();
  const app = await createTestApp({
    routes: [
      ...createSignalsRoutes(signals),
      ...dayStop.routes,
      ...payouts.routes,
      ...alsoServe({
        platform,
        config: appConfig,
        db,
        clock,
        ofAccounts,
        accounts,
        dayStop: dayStop.api,
        jobs,
        catalogue,
        access: rules,
      }),
    ],
    accounts,
    onLog: (line) => void log.push(line),
    ...(config ? { config } : {}),
  });

  const tickAt = async (symbol: string, at: number, mid: number): Promise<void> => {
    const tick = { symbol, bid: mid - 0.00001, ask: mid + 0.00001 };
    entries.onTick({ ...tick, time: at, receivedAt: at });
    await entries.idle();
    await db
      .insert(ticks)
      .values({ ...tick, feed, time: new Date(at) })
      .onConflictDoNothing();
  };

  const idle = async (): Promise<void> => {
    await signals.autoRuns.idle();
    await notices.stop();
    notices = createResultNotices({ db, jobs, log: logger });
  };

  let count = 0;
  const createPerson = (id: string, accessToken: string): SignalPerson => {
    const headers = { 'accept-language': 'en', authorization: `Bearer ${accessToken}` };
    const get: SignalPerson['get'] = (url, more = {}) => app.inject({ url, headers: { ...headers, ...more } });
    return {
      id,
      get,
      head: (url) => app.inject({ method: 'HEAD', url, headers }),
      post: (url, payload = {}, more = {}) =>
        app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload }),
      put: (url, payload) => app.inject({ method: 'PUT', url, headers, payload }),
      patch: (url, payload) => app.inject({ method: 'PATCH', url, headers, payload }),
      delete: (url, payload) =>
        app.inject({ method: 'DELETE', url, headers, ...(payload === undefined ? {} : { payload }) }),
      signal: async (query = 'kurs_ai_v2?interval=3') =>
        Signal.parse((await get(`/python_api/signal/${query}`)).json()),
      session: async () => AutoRun.nullable().parse((await get('/api/signal/session')).json().session),
    };
  };

  return {
    database,
    time,
    jobs,
    dayStop: dayStop.api,
    log,
    published,
    found,
    market,
    proofs,
    brokerPays,
    get whileChoosing() {
      return slow.whileChoosing;
    },
    set whileChoosing(happens) {
      slow.whileChoosing = happens;
    },
    person: async (change = {}) => {
      count += 1;
      const ready = { referralId: String(7_000_000 + count), balance: 250 };
      const id = await aUser(db, { balanceCheckedAt: new Date(from), ...ready, ...change });
      return createPerson(id, await signIn(id));
    },
    finish: async ({ symbol, signal, duration }, result) => {
      time.advance(200);
      if (result !== 'void') await tickAt(symbol, clock.now(), price);
      time.advance(durationMs(duration));
      const move = { successful: 0.001, neutral: 0, unsuccessful: -0.001, void: 0 }[result];
      if (result !== 'void') await tickAt(symbol, clock.now() - 100, price + (signal === 'BUY' ? move : -move));
      await settler.settleDue(clock.now());
      await settler.voidMissedEntries(clock.now());
      await settleStatements({ until: clock.now() + limits.entryTickWithinMs, of: 'all' });
      await idle();
    },
    closeMinute: async () => {
      const minute = startOfMinute(clock.now());
      time.advance(minute + minuteMs + 500 - clock.now());
      const [symbol = 'EURUSD'] = market.symbols;
      const output = { ...market, model: 'kurs_ai_v2', duration: 5, symbol } as const;
      for (const listener of forecastsListeners) listener([aForecast({ ...output, now: minute + minuteMs })]);
      await idle();
    },
    idle,
    close: async () => {
      for (const component of components) await component.stop();
      await app.close();
      await database.close();
    },
  };
}
