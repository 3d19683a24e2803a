import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { pino } from 'pino';
import { AutoRun, Signal } from '#contract/signals.ts';
import type { ProofState } from '#domain/record/proof-state.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { durationMs } from '#domain/market/duration.ts';
import type { MarketCalendar } from '#domain/market/trading-hours.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { AppContext } from '#server/app.ts';
import { ticks, type users } from '#server/database/schema.ts';
import type { ForecastsListener } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { AccountsContext } from '#server/modules/accounts/accounts-context.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import { dayStopModule } from '#server/modules/day-stop/module.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import { payoutsModule } from '#server/modules/payouts/module.ts';
import { settleStatements } from '#server/modules/shadow/settle-statements.ts';
import { siteModule } from '#server/modules/site/module.ts';
import type { SiteApi } from '#server/modules/site/site.api.ts';
import { signalsModule } from '#server/modules/signals/module.ts';
import { entriesWritten } from '#server/modules/signals/settlement/entries.ts';
import { enterOrVoid, ownMarket, settleDue } from '#server/modules/signals/settlement/settlement.ts';
import type { FoundEdge, SignalsApi } from '#server/modules/signals/signals.api.ts';
import { tradersModule } from '#server/modules/traders/module.ts';
import { runInOrder } from '#server/start/component.ts';
import { aUser } from './a-signal.ts';
import { aBrokerSide, aTradersContext } from './network/fake-broker.ts';
import { aForecast, aForecaster, explanation, localModels, type Phrases } from './record/stated-forecasts.ts';
import { statedMarket } from './market/stated-market.ts';
import { nothingRecorded } from './record/nothing-recorded.ts';
import { createStatedMinutes } from './record/stated-minutes.ts';
import { aCaller, testAccounts } from './test-people.ts';
import { aShadowContext, aSignalsContext } from './signals-context.ts';
import { createTestApp } from './test-app.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { testConfig, type TestPlatform, testPlatform } from './test-platform.ts';
import { createVirtualTime } from './virtual-time.ts';

type NewUser = Partial<typeof users.$inferInsert>;

/** What further modules are made of. */
export interface TestParts extends TestPlatform {
  readonly ofAccounts: AccountsContext;
  readonly accounts: AccountsApi;
  readonly dayStop: DayStopApi;
  readonly signals: SignalsApi;
  readonly site: SiteApi;
}

export interface SignalsOptions {
  readonly config?: Partial<AppContext['config']>;
  readonly calendar?: MarketCalendar;
  /** Forecasts are as of the last full minute; by default of the instant at which they are asked for. */
  readonly hasMinutes?: boolean;
  /** The market's time at the start. */
  readonly from?: number;
  /** The database; by default a fresh one. */
  readonly open?: () => Promise<TestDatabase>;
  /** Further modules, on the same database, login sessions and market. */
  readonly alsoServe?: (parts: TestParts) => readonly FastifyPluginAsyncZod[];
}

export const adminEmail = 'admin@kurs.example';
export const internalEmail = 'tester@kurs.example';
/** Tuesday, 15:00 UTC. */
export const startsAt = Date.parse('2026-03-03T15:00:00.000Z');
const price = 1.1;

/**
 * The product's signals on a separate database and market: the test defines the models' answers and
 * the prices.
 */
export async function createTestSignals({
  config: appConfig,
  calendar = 'always',
  from = startsAt,
  hasMinutes = false,
  alsoServe = () => [],
  open = createTestDatabase,
}: SignalsOptions = {}) {
  const database = await open();
  const { db } = database;
  const time = createVirtualTime(from);
  const { clock } = time;
  const log: string[] = [];
  /** The models' forecasts, for any duration, renewed each minute. A test may change it. */
  const market: Phrases = { symbols: ['EURUSD', 'GBPUSD', 'AUDUSD'], direction: 'BUY', passability: 57 };
  const config = testConfig({
    site: { ...testConfig().site, timezone: 'Europe/Kyiv' },
    access: { minBalance: 10, vipBalance: 1000, vipFreeUntil: null, balanceHoldsMs: 86_400_000 },
    tradingHours: { calendar, window: null },
    adminEmails: [adminEmail],
    internalEmails: [internalEmail],
    pairs: [...market.symbols],
  });
  const base = testPlatform(database, {
    config,
    time,
    log: pino({ level: 'info' }, { write: (line) => void log.push(line) }),
  });
  const toClose = hasMinutes ? startOfMinute : (now: number) => now;
  const tickListeners: ((tick: Tick) => void)[] = [];
  const forecastsListeners: ForecastsListener[] = [];
  const stated = statedMarket(base, market, { toClose, listeners: forecastsListeners });
  const { feed } = stated;
  const platform: TestPlatform = {
    ...base,
    engine: { ...base.engine, feed, onTick: (listener) => void tickListeners.push(listener) },
    market: stated,
  };
  // Of a clock that stands still, because these tests span days.
  const standing: TestPlatform = { ...platform, clock: { now: () => from } };
  const { accounts, ctx: ofAccounts, signIn } = testAccounts(standing);
  /** States of the recorded signals, by the index of their leaf; empty until a test fills it. */
  const proofs = new Map<number, ProofState>();
  /** What the broker states of its payouts, read at the start of each minute. */
  const brokerPays = { get: (): ReadonlyMap<string, number> => new Map() };
  const slow = { whileChoosing: null as (() => Promise<unknown>) | null };
  const minutes = createStatedMinutes({ db, clock, market, feed, toClose });
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
  const brokerSide = aBrokerSide({ readPayouts: async () => brokerPays.get() });
  const traders = tradersModule(aTradersContext(standing, accounts));
  const dayStop = dayStopModule({ ...platform, accounts });
  const payouts = payoutsModule({ ...platform, brokerSide, accounts });
  const site = siteModule({ ...platform, accounts });
  const ctx = aSignalsContext(platform, {
    accounts,
    models: { forecasters: localModels.map(aForecaster), metadata: new Map(), unavailable: [] },
    llmModels,
    traders: traders.api,
    record: { ...nothingRecorded, readProofs: async () => proofs, readMarketState: minutes.state },
    payouts: payouts.api,
    dayStop: dayStop.api,
    site: site.api,
  });
  const signals = signalsModule(ctx);
  const shadow = aShadowContext(platform, ctx.record, { signals: signals.api });
  const found: FoundEdge[] = [];
  signals.api.onFound(async (_work, one) => void found.push(one));
  const running = runInOrder(platform.log);
  for (const component of [...site.components, ...signals.components, ...payouts.components])
    await running.start(component);
  const app = await createTestApp({
    routes: [
      ...signals.routes,
      ...dayStop.routes,
      ...payouts.routes,
      ...site.routes,
      ...alsoServe({
        ...platform,
        ofAccounts,
        accounts,
        dayStop: dayStop.api,
        signals: signals.api,
        site: site.api,
      }),
    ],
    accounts,
    clock,
    maintenance: { get: site.api.maintenance, timezone: config.site.timezone },
    onLog: (line) => void log.push(line),
    ...(appConfig ? { config: appConfig } : {}),
  });

  const tickAt = async (symbol: string, at: number, mid: number): Promise<void> => {
    const tick = { symbol, bid: mid - 0.00001, ask: mid + 0.00001 };
    for (const listener of tickListeners) listener({ ...tick, time: at, receivedAt: at });
    await entriesWritten(ctx);
    await db
      .insert(ticks)
      .values({ ...tick, feed: feed.id, time: new Date(at) })
      .onConflictDoNothing();
  };

  const idle = async (): Promise<void> => {
    await ctx.looks.current;
    await Promise.all(ctx.notices);
  };

  let people = 0;
  const createPerson = (id: string, accessToken: string) => {
    const caller = aCaller(app, accessToken);
    return {
      id,
      ...caller,
      /** A signal, as the model answers now. */
      signal: async (query = 'kurs_ai_v2?interval=3') =>
        Signal.parse((await caller.get(`/python_api/signal/${query}`)).json()),
      session: async () => AutoRun.nullable().parse((await caller.get('/api/signal/session')).json().session),
    };
  };

  return {
    database,
    time,
    jobs: platform.jobs,
    dayStop: dayStop.api,
    log,
    published: platform.published,
    /** What auto runs announced. */
    found,
    market,
    proofs,
    brokerPays,
    /** Runs while the language model is answering. */
    get whileChoosing() {
      return slow.whileChoosing;
    },
    set whileChoosing(happens) {
      slow.whileChoosing = happens;
    },
    person: async (change: NewUser = {}) => {
      people += 1;
      const ready = { referralId: String(7_000_000 + people), balance: 250 };
      const id = await aUser(db, { balanceCheckedAt: new Date(from), ...ready, ...change });
      return createPerson(id, await signIn(id));
    },
    /** Runs a signal through its entry, its minutes and its outcome, as the prices decide. */
    finish: async (
      { symbol, signal, duration }: Pick<Signal, 'symbol' | 'signal' | 'duration'>,
      result: 'successful' | 'neutral' | 'unsuccessful' | 'void',
    ) => {
      time.advance(200);
      if (result !== 'void') await tickAt(symbol, clock.now(), price);
      time.advance(durationMs(duration));
      const move = { successful: 0.001, neutral: 0, unsuccessful: -0.001, void: 0 }[result];
      if (result !== 'void') await tickAt(symbol, clock.now() - 100, price + (signal === 'BUY' ? move : -move));
      await settleDue(ctx, ownMarket(ctx), clock.now());
      await enterOrVoid(ctx, ownMarket(ctx), clock.now());
      await settleStatements(shadow, { until: clock.now() + signalLimits.entryTickWithinMs, of: 'all' });
      await idle();
    },
    /** Advances to the next minute, and half a second, after which its forecasts arrive. */
    closeMinute: async () => {
      const minute = startOfMinute(clock.now());
      time.advance(minute + minuteMs + 500 - clock.now());
      const [symbol = 'EURUSD'] = market.symbols;
      const output = { ...market, model: 'kurs_ai_v2', duration: 5, symbol } as const;
      for (const listener of forecastsListeners) listener([aForecast({ ...output, now: minute + minuteMs })]);
      await idle();
    },
    /** Resolves when nothing is in progress for an auto run. */
    idle,
    close: async () => {
      await running.stop();
      await app.close();
      await database.close();
    },
  };
}

export type TestSignals = Awaited<ReturnType<typeof createTestSignals>>;
export type SignalPerson = Awaited<ReturnType<TestSignals['person']>>;
