import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Config } from './config.ts';
import { noCrash, type CrashHook } from './crash-points.ts';
import { createAttempts } from './database/attempts.ts';
import type { DatabaseConnection } from './database/connection.ts';
import type { Leader } from './database/leader.ts';
import { introduceDemo } from './introduce-demo.ts';
import { createDrandBeacon } from './integrations/beacon/drand-beacon.ts';
import { createInProcessBus } from './integrations/bus/in-process-bus.ts';
import { systemScheduler } from './jobs/scheduler.ts';
import { createJobs } from './jobs/jobs.ts';
import { createEntries } from './modules/signals/entries.ts';
import { createLiveEngine } from './live/live-engine.ts';
import { loadModels } from './modules/models/load-models.ts';
import { createMarketPublisher } from './modules/prices/publish-market.ts';
import { resume } from './modules/signals/resume.ts';
import { createSettlementLoop } from './modules/signals/settlement-loop.ts';
import { createTickLog } from './modules/signals/tick-log.ts';
import { listUsers } from './modules/accounts/accounts.repository.ts';
import { seedDemoAccount } from './modules/accounts/seed-demo-account.ts';
import { gameModule } from './modules/game/game.routes.ts';
import { createPickGameBars } from './modules/game/pick-game-bars.ts';
import type { ReadinessCheck } from './http/check-readiness.ts';
import { createEventHub } from './modules/events/event-hub.ts';
import { eventsModule } from './modules/events/events.routes.ts';
import { watchPriceAccess } from './modules/events/watch-price-access.ts';
import { createEnqueueUserEvents } from './modules/events/enqueue-user-events.ts';
import { createPruning } from './modules/retention/prune-on-timer.ts';
import { pricesModule } from './modules/prices/prices.routes.ts';
import { createReadWorkingStats } from './modules/prices/read-working-stats.ts';
import { toPriceDto } from './modules/prices/to-price-dto.ts';
import { siteModule } from './modules/site/site.routes.ts';
import { createEnterLate } from './modules/signals/enter-late.ts';
import { createEnterSignal } from './modules/signals/enter-signal.ts';
import { createModelCatalogue } from './modules/signals/model-catalogue.ts';
import { autoRunQueue } from './modules/signals/auto-run-store.ts';
import { createNudgeAutoRuns } from './modules/signals/nudge-auto-runs.ts';
import { createSettler } from './modules/signals/settle-due.ts';
import { mailQueue, urgentMailQueue } from './modules/mail/queue-mail.ts';
import { createMayReadPrices } from './modules/traders/require-signal-access.ts';
import { checkQueue } from './modules/traders/trader-checks.ts';
import { chooseBroker } from './services/choose-broker.ts';
import { chooseMarketData, feedIdOf, speedOf } from './services/choose-market-data.ts';
import { createFeedReadiness } from './modules/prices/feed-readiness.ts';
import { createLlmModels } from './modules/llm-models/create-llm-models.ts';
import { createMail } from './services/create-mail.ts';
import { createRecord } from './services/create-record.ts';
import { createTraders } from './services/create-traders.ts';
import { composeAccounts } from './services/compose-accounts.ts';
import { composeContest } from './services/compose-contest.ts';
import { composeReviews } from './services/compose-reviews.ts';
import { composeAdmin } from './services/compose-admin.ts';
import { composeCarriedStops, composeLimits } from './services/compose-limits.ts';
import { composeShadow } from './services/compose-shadow.ts';
import { composeSignals } from './services/compose-signals.ts';

export interface Services {
  readonly modules: readonly FastifyPluginAsyncZod[];
  readonly readiness: readonly ReadinessCheck[];
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The caller's identity, for the rate limit. */
  identify(request: FastifyRequest): Promise<string | null>;
  readonly hasMailbox: boolean;
  /** Lines printed for the operator at startup. */
  readonly announce: readonly string[];
}

interface Needs {
  readonly config: Config;
  readonly database: DatabaseConnection & { readonly leader: Pick<Leader, 'isLeading'> };
  readonly logger: FastifyBaseLogger;
  /** Wall clock; the market has its own clock, which a replay may run faster. */
  readonly clock: Clock;
  readonly crashPoint?: CrashHook;
}

const modelsFolder = new URL('../../models/', import.meta.url);

/**
 * Composition root: the only place that chooses adapters and wires repositories, use cases and
 * ports.
 */
export async function createServices({
  config,
  database,
  logger,
  clock,
  crashPoint = noCrash,
}: Needs): Promise<Services> {
  const { db, leader } = database;
  const { marketData, marketClock } = chooseMarketData(config, clock, logger);
  const { forecasters, unavailable } = await loadModels(modelsFolder);
  for (const model of unavailable) logger.warn(model, 'a model is unavailable');

  const bus = createInProcessBus();
  const hub = createEventHub({ bus, pricePeriodMs: pricePeriodMs(config), after: systemScheduler.after, log: logger });
  const enqueueUserEvents = createEnqueueUserEvents(bus);
  const enterSignal = createEnterSignal({ db, enqueueUserEvents, crashPoint });
  const jobs = createJobs({
    url: database.url,
    queues: [urgentMailQueue, mailQueue, checkQueue, autoRunQueue],
    log: logger,
  });
  const nudgeAutoRuns = createNudgeAutoRuns({ db, jobs, log: logger });
  const feedId = feedIdOf(config.feed);
  const settling = { db, enqueueUserEvents, crashPoint, afterSettled: nudgeAutoRuns.enqueue };
  const settler = createSettler({ ...settling, feeds: { only: feedId }, clock: marketClock });
  const tickLog = createTickLog({ db, feed: feedId });
  const enterLate = createEnterLate({ db, feeds: { only: feedId }, enterSignal });
  const entries = createEntries({ enterSignal, feed: feedId, log: logger });
  const shadow = await composeShadow({
    config,
    db,
    feed: { id: feedId, ...marketData },
    modelsFolder,
    forecasters,
    tickLog,
    engine: () => engine,
    marketClock,
    crashPoint,
    log: logger,
  });
  const engine = createLiveEngine({
    marketData,
    feedId,
    speed: speedOf(config.feed),
    after: systemScheduler.after,
    forecasters,
    clock: marketClock,
    log: logger,
    onTick: (tick, isWatched) => {
      if (isWatched) tickLog.add(tick);
      entries.onTick(tick);
      shadow.onTick(tick);
      hub.offerPrice(toPriceDto(tick));
    },
    onForecasts: shadow.onForecasts,
  });
  const settlementLoop = createSettlementLoop({
    settler,
    enterLate,
    tickLog,
    clock: marketClock,
    feedTime: engine.feedTime,
    timeoutMs: settlementTimeoutMs * speedOf(config.feed),
    after: systemScheduler.after,
    isLeading: leader.isLeading,
    log: logger,
  });
  const otherFeeds = { except: feedId } as const;
  /**
   * Signals of markets that do not run expire by the wall clock and settle from their logged ticks.
   */
  const othersLoop = createSettlementLoop({
    settler: createSettler({ ...settling, feeds: otherFeeds, clock }),
    enterLate: createEnterLate({ db, feeds: otherFeeds, enterSignal }),
    tickLog: { flush: async () => undefined },
    clock,
    feedTime: () => Number.NEGATIVE_INFINITY,
    timeoutMs: settlementTimeoutMs,
    periodMs: othersPeriodMs,
    after: systemScheduler.after,
    isLeading: leader.isLeading,
    log: logger,
  });

  const hours = config.tradingHours;
  const llmModels = await createLlmModels({ config: config.llm, db, engine, clock, marketClock, log: logger });
  const catalogue = createModelCatalogue({ forecasters, unavailable, llmModels, ...config.access });
  const readWorkingStats = createReadWorkingStats({ engine, catalogue, hours, clock: marketClock });
  const marketPublisher = createMarketPublisher({
    bus,
    read: readWorkingStats,
    after: systemScheduler.after,
    log: logger,
  });

  const attempts = createAttempts({ db, clock });
  const mail = createMail({ config, db, jobs, clock, log: logger, crashPoint });
  const carriedStops = composeCarriedStops({ config, marketClock });
  const accounting = { config, db, clock, attempts, mail, carriedStops, log: logger };
  const { accounts, modules: accountModules } = composeAccounts(accounting);
  const { sessions, whoCalls, signedIn, toUserDto } = accounts;
  sessions.onEnd(hub.endSession);
  const chosenBroker = chooseBroker({ config, clock, log: logger });
  const traders = createTraders({
    config,
    db,
    clock,
    log: logger,
    chosenBroker,
    attempts,
    jobs,
    enqueueUserEvents,
    queueMail: mail.queueMail,
    toUserDto,
    signedIn,
    invalidateUser: sessions.invalidateUser,
    carriedStops,
    after: systemScheduler.after,
  });
  const { requireSignalAccess } = traders;
  const pruning = createPruning({ db, clock, marketClock, after: systemScheduler.after, log: logger });
  const mayReadPrices = createMayReadPrices({ rules: config.access, clock });
  const priceAccess = watchPriceAccess({
    hub,
    listUsers: (ids) => listUsers(db, ids),
    mayReadPrices,
    after: systemScheduler.after,
    log: logger,
  });
  const ownLimits = composeLimits({ config, db, signedIn, marketClock });
  const signals = composeSignals({
    ...accounts,
    ...ownLimits,
    config,
    db,
    engine,
    entries,
    catalogue,
    llmModels,
    jobs,
    enqueueUserEvents,
    requireSignalAccess,
    clock,
    marketClock,
    after: systemScheduler.after,
    crashPoint,
    log: logger,
  });
  const record = await createRecord({
    config,
    db,
    bus,
    feed: feedId,
    metadata: shadow.metadata,
    bars: engine.bars,
    clock,
    marketClock,
    after: systemScheduler.after,
    log: logger,
  });
  const { publicUrl } = config;
  const feedReadiness = createFeedReadiness({ engine, hours, clock: marketClock });
  const contest = composeContest({
    ...accounts,
    ...mail,
    config,
    db,
    clock,
    tradeList: chosenBroker.tradeList,
    beacon: createDrandBeacon(),
    signer: record.signer,
    after: systemScheduler.after,
    log: logger,
  });

  return {
    modules: [
      gameModule(
        createPickGameBars({ symbols: marketData.symbols, bars: engine.bars, clock: marketClock, chance: Math.random }),
      ),
      siteModule(config.site),
      ...accountModules,
      ...mail.modules,
      ...traders.modules,
      ...signals.modules,
      ownLimits.moduleWith(signals.endAutoRun),
      pricesModule({ engine, clock: marketClock, hours, signedIn, requireSignalAccess, readWorkingStats }),
      eventsModule({
        db,
        hub,
        signedIn,
        readWorkingStats,
        mayReadPrices,
        publicUrl,
        streamsAnAddress: config.rateLimitPerMinute === 0 ? Number.POSITIVE_INFINITY : streamsAnAddress,
      }),
      ...record.modules,
      ...contest.modules,
      composeReviews({ ...accounts, ...mail, config, db, clock }),
      ...composeAdmin({
        ...accounts,
        config,
        db,
        engine,
        broker: chosenBroker.broker,
        jobs,
        checks: [feedReadiness, ...traders.readiness, ...mail.readiness, ...record.readiness],
        readModelHealth: shadow.readModelHealth({ catalogue, ...record }),
        clock,
        marketClock,
      }).modules,
    ],
    readiness: [
      feedReadiness,
      ...traders.readiness,
      ...mail.readiness,
      ...record.readiness,
      { name: 'models', check: async () => (forecasters.length > 0 ? 'ok' : 'degraded') },
    ],
    identify: async (request) => (await whoCalls(request))?.user.id ?? null,
    start: async () => {
      if (config.demo) await seedDemoAccount({ ...accounts, db, broker: chosenBroker.seedTraders, clock });
      await jobs.start();
      await mail.start();
      await traders.start();
      await signals.start();
      await shadow.resume();
      await resume({ db, engine, settler, entries, enterLate });
      hub.start();
      priceAccess.start();
      await engine.start();
      settlementLoop.start();
      othersLoop.start();
      shadow.start();
      marketPublisher.start();
      record.start();
      contest.rounds.start();
      pruning.start();
    },
    stop: async () => {
      await Promise.all([priceAccess.stop(), signals.stop()]);
      // Each may wait for a partner for seconds, and all must stop within ten.
      await Promise.all([
        traders.stop(),
        contest.rounds.stop(),
        pruning.stop(),
        Promise.all([accounts.idle(), nudgeAutoRuns.stop()]).then(() => jobs.stop()),
      ]);
      await marketPublisher.stop();
      await engine.stop();
      await entries.idle();
      await settlementLoop.stop();
      await othersLoop.stop();
      await shadow.stop();
      await record.stop();
      await tickLog.flush();
    },
    hasMailbox: mail.hasMailbox,
    announce: config.demo
      ? introduceDemo({ feed: config.feed.kind, broker: config.broker.kind, hasMailbox: mail.hasMailbox })
      : [],
  };
}

/**
 * Screens show one price per second and pair; a faster replay gets a proportionally shorter period.
 */
const pricePeriodMs = ({ feed }: Config): number => Math.min(1_000, Math.max(100, 1_000 / speedOf(feed)));

/** RATE_LIMIT_PER_MINUTE=0 is for load tests, which come from one machine. */
const streamsAnAddress = 20;

const settlementTimeoutMs = 5_000;
const othersPeriodMs = 5_000;
