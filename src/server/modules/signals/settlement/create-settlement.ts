import type { FastifyBaseLogger } from 'fastify';
import { asMarketClock, minuteMs } from '#domain/time.ts';
import { isReplay, restartingReplay } from '#domain/market/replay-feed.ts';
import { limits } from '#domain/signals/limits.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import type { Database } from '#server/database/connection.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { Component } from '#server/start/component.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { enteringSignal, getExpiry } from './engine-signal.ts';
import { createEnterSignal, type EnterSignal } from './enter-signal.ts';
import { createEntries, createWatchedPairs, type Entries, type WatchedPairs } from './entries.ts';
import { createSettler, type Settler, type SettlerDependencies } from './settle-due.ts';
import { createTickLog } from './tick-log.ts';
import { deleteTicksOfFeed, findFirstTicks, tickKey } from './ticks.repository.ts';
import { createResultNotices } from '../auto-runs/auto-runs.ts';
import type { SettledListener, TickLog } from '../signals.api.ts';
import { type FeedScope, listEntering, listOpenSignals } from '../signals.repository.ts';

type SettlementDependencies = Pick<
  Platform,
  'leaderDb' | 'clock' | 'marketClock' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint' | 'log'
> & {
  readonly engine: Pick<LiveEngine, 'feed' | 'decidableUntil' | 'onTick' | 'onStarted' | 'recentTicks'>;
  readonly leader: Pick<Platform['leader'], 'isLeading'>;
  readonly bus: Pick<Bus, 'onNotice'>;
  readonly jobs: Jobs;
};

interface SettlementOfSignals {
  readonly tickLog: TickLog;
  readonly onSettled: (listener: SettledListener) => void;
  readonly components: readonly Component[];
}

/** What a settlement takes for the signals of one market, or of all others. */
interface SettledMarket extends Pick<SettlerDependencies, 'feeds' | 'clock' | 'isRecorded'> {
  readonly tickLog: Pick<TickLog, 'flush'>;
  /** Until when every tick that decides is known, milliseconds of market time. */
  readonly decidableUntil: () => number;
  /** How often expired signals are looked for, in real time. */
  readonly periodMs?: number;
}

const usualPeriodMs = 200;
/** Of markets that do not run every tick is logged already; this is for a clock that differs. */
const othersDelayMs = 5_000;
const othersPeriodMs = 5_000;

/** What happens to a signal after its issue: entry, log of its ticks, settlement. */
export function createSettlement(
  platform: SettlementDependencies,
  { readDecidedUntil }: Pick<RecordApi, 'readDecidedUntil'>,
): SettlementOfSignals {
  const { leaderDb: db, engine, enqueueUserEvents, crashPoint, marketClock, log } = platform;
  const { isLeading } = platform.leader;
  const { after } = platform.scheduler;
  const feed = engine.feed.id;
  const notices = createResultNotices({ db, jobs: platform.jobs, log });
  const listeners: SettledListener[] = [(settled) => notices.enqueue(settled.map(({ id }) => id))];
  const afterSettled = callEach(listeners, log);
  const enterSignal = createEnterSignal({ db, enqueueUserEvents, crashPoint });
  const tickLog = createTickLog({ db, feed, readDecidedUntil });
  const pairs = createWatchedPairs({ recentTicks: engine.recentTicks, tickLog });
  const entries = createEntries({ enterSignal, pairs, feed, log });
  engine.onTick((tick) => {
    pairs.onTick(tick);
    entries.onTick(tick);
  });
  platform.bus.onNotice('signal_issued', (signal) => {
    if (isLeading()) entries.add(signal);
  });
  const looking = lookForIssued(platform, entries);

  const settleMarket = ({ feeds, clock, isRecorded, ...loop }: SettledMarket) => {
    const settler = createSettler({ db, feeds, clock, isRecorded, enqueueUserEvents, crashPoint, afterSettled });
    const enterLate = createEnterLate({ db, feeds, enterSignal });
    return { settler, enterLate, ...createSettlementLoop({ ...loop, settler, enterLate, isLeading, after, log }) };
  };
  const own = settleMarket({
    feeds: { only: feed },
    isRecorded: !isReplay(feed),
    clock: marketClock,
    tickLog,
    decidableUntil: engine.decidableUntil,
  });
  // Signals of markets that do not run expire by the wall clock and settle from their logged ticks.
  const wallTime = asMarketClock(platform.clock);
  const others = settleMarket({
    feeds: { except: feed },
    isRecorded: false,
    clock: wallTime,
    tickLog: { flush: async () => undefined },
    decidableUntil: () => wallTime.now() - othersDelayMs,
    periodMs: othersPeriodMs,
  });

  return {
    tickLog,
    onSettled: (listener) => void listeners.push(listener),
    components: [
      { name: 'results for auto-signal runs', duty: 'lead', start: () => undefined, stop: notices.stop },
      { name: 'tick log', duty: 'lead', start: tickLog.begin, stop: tickLog.flush },
      {
        name: 'entries',
        duty: 'lead',
        start: async () => {
          await resume({ db, engine, pairs, settler: own.settler, entries, enterLate: own.enterLate });
          engine.onStarted(looking.start);
        },
        stop: async () => {
          await looking.stop();
          await entries.idle();
        },
      },
      { name: 'settlement', duty: 'lead', start: () => engine.onStarted(own.start), stop: own.stop },
      {
        name: 'settlement of other markets',
        duty: 'lead',
        start: () => engine.onStarted(others.start),
        stop: others.stop,
      },
    ],
  };
}

/** One that throws hides a settlement from no other. */
export const callEach =
  (listeners: readonly SettledListener[], log: Pick<FastifyBaseLogger, 'error'>): SettledListener =>
  (settled) => {
    for (const listener of listeners) {
      try {
        listener(settled);
      } catch (error) {
        log.error({ err: error }, 'a listener of settlements failed');
      }
    }
  };

const lookPeriodMs = 1_000;

/** Finds signals that other processes issued while the bus lost the notice of it. */
const lookForIssued = ({ leaderDb, engine, scheduler, log }: SettlementDependencies, entries: Entries): Repeating =>
  repeat({
    everyMs: lookPeriodMs,
    task: async () => {
      for (const row of await listEntering(leaderDb, { only: engine.feed.id })) entries.add(enteringSignal(row));
    },
    onError: (error) => log.error({ err: error }, 'looking for issued signals failed; retrying'),
    after: scheduler.after,
  });

interface ResumeDependencies {
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'feed'>;
  readonly pairs: Pick<WatchedPairs, 'watch'>;
  readonly settler: Settler;
  readonly entries: Entries;
  readonly enterLate: EnterLate;
}

const slackMs = minuteMs;

/**
 * After a start, open signals resume from the database, however the last run ended. An entry whose
 * tick was logged is written, others wait for the next tick; expired signals settle from the log; a
 * pair with an open signal is watched again. Signals of another market wait for their expiry,
 * unless that market runs again before.
 */
export async function resume({ db, engine, pairs, settler, entries, enterLate }: ResumeDependencies): Promise<void> {
  const { id } = engine.feed;
  // It begins at another position each time, so the prices of its earlier signals never arrive.
  if (id === restartingReplay) {
    while ((await settler.voidOpen()) > 0);
    while ((await deleteTicksOfFeed(db, id)) > 0);
  }
  for (const signal of await listOpenSignals(db, { only: id }))
    pairs.watch(signal.symbol, signal.issuedAt.getTime(), getExpiry(signal) + slackMs);
  for (const signal of await enterLate()) entries.add(signal);
}

interface SettlementLoopDependencies extends Pick<SettledMarket, 'tickLog' | 'decidableUntil' | 'periodMs'> {
  readonly settler: Settler;
  readonly enterLate: EnterLate;
  /** False: another process may be the leader, so nothing is settled here. */
  readonly isLeading: () => boolean;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

interface SettlementLoop extends Repeating {
  /** One iteration; also what the timer runs. */
  poll(): Promise<void>;
}

/**
 * Settles expired signals in a loop; an error (database down) is logged and the next iteration
 * retries.
 */
export function createSettlementLoop({
  settler,
  enterLate,
  tickLog,
  decidableUntil,
  isLeading,
  periodMs = usualPeriodMs,
  after,
  log,
}: SettlementLoopDependencies): SettlementLoop {
  const poll = async (stopping?: AbortSignal): Promise<void> => {
    if (!isLeading()) return;
    const until = decidableUntil();
    // Deciding ticks must be in the log before anything is decided from it.
    await tickLog.flush();
    while ((await settler.settleDue(until)) > 0 && !stopping?.aborted);
    // Voids only entries without a tick: an entry that could not be written is recovered from the
    // log.
    if ((await enterLate(until - limits.entryTickWithinMs)).length > 0) await settler.voidMissedEntries(until);
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'settlement failed; retrying');
  return { poll, ...repeat({ firstAfterMs: 0, everyMs: periodMs, task: poll, onError, after }) };
}

/**
 * Enters signals whose entry tick was logged but whose entry was not written because the database
 * was unavailable or the process ended; without `issuedBefore` (milliseconds of market time) all of
 * them. Returns the signals without a known entry tick.
 */
type EnterLate = (issuedBefore?: number) => Promise<EnteringSignal[]>;

export const createEnterLate =
  ({ db, feeds, enterSignal }: { db: Database; feeds: FeedScope; enterSignal: EnterSignal }): EnterLate =>
  async (issuedBefore) => {
    const rows = await listEntering(db, feeds, issuedBefore);
    const wanted = rows.map(({ feed, symbol, issuedAt }) => ({ feed, symbol, at: issuedAt }));
    const ticks = await findFirstTicks(db, wanted, limits.entryTickWithinMs);
    const without: EnteringSignal[] = [];
    for (const row of rows) {
      const tick = ticks.get(tickKey(row.feed, row.symbol, row.issuedAt.getTime()));
      if (tick) await enterSignal(enteringSignal(row), tick);
      else without.push(enteringSignal(row));
    }
    return without;
  };
