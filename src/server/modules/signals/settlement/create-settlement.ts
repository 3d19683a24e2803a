import { asMarketClock } from '#domain/clock.ts';
import type { Component } from '#server/start/component.ts';
import type { Config } from '#server/config.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { Platform } from '#server/start/platform.ts';
import { createEnterLate } from './enter-late.ts';
import { createEnterSignal } from './enter-signal.ts';
import { createEntries } from './entries.ts';
import { lookForIssued } from './look-for-issued.ts';
import { createNudgeAutoRuns } from '../auto-runs/nudge-auto-runs.ts';
import { resume } from './resume.ts';
import { createSettler } from './settle-due.ts';
import { createSettlementLoop } from './settlement-loop.ts';
import type { SettledListener, TickLog } from '../signals.api.ts';
import { createTickLog } from './tick-log.ts';
import { createWatchedPairs } from './watched-pairs.ts';

interface SettlementDependencies
  extends Pick<
    Platform,
    'leaderDb' | 'clock' | 'marketClock' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint' | 'log'
  > {
  readonly config: Pick<Config, 'feed'>;
  readonly engine: Pick<LiveEngine, 'feed' | 'feedCheck' | 'decidableUntil' | 'onTick' | 'onStarted' | 'recentTicks'>;
  readonly bus: Pick<Bus, 'onNotice'>;
  readonly jobs: Pick<Jobs, 'sendAll'>;
  readonly isLeading: () => boolean;
}

interface SettlementOfSignals {
  readonly tickLog: TickLog;
  readonly onSettled: (listener: SettledListener) => void;
  readonly components: readonly Component[];
}

/** Of markets that do not run every tick is logged already; this is for a clock that differs. */
const othersDelayMs = 5_000;
const othersPeriodMs = 5_000;

/** What happens to a signal after its issue: entry, log of its ticks, settlement. */
export function createSettlement({ leaderDb: db, ...others }: SettlementDependencies): SettlementOfSignals {
  const needs = { ...others, db };
  const { engine, bus, isLeading, clock, marketClock, log } = needs;
  const { after } = needs.scheduler;
  const feed = engine.feed.id;
  const nudges = createNudgeAutoRuns(needs);
  const listeners: SettledListener[] = [(settled) => nudges.enqueue(settled.map(({ id }) => id))];
  const afterSettled: SettledListener = (settled) => {
    for (const listener of listeners) listener(settled);
  };
  const enterSignal = createEnterSignal(needs);
  const tickLog = createTickLog({ db, feed });
  const pairs = createWatchedPairs({ recentTicks: engine.recentTicks, tickLog });
  const entries = createEntries({ enterSignal, pairs, feed, log });
  engine.onTick((tick) => {
    pairs.onTick(tick);
    entries.onTick(tick);
  });
  bus.onNotice('signal_issued', (signal) => {
    if (isLeading()) entries.add(signal);
  });
  const looking = lookForIssued({ db, feed, entries, after, log });

  const ownFeed = { only: feed } as const;
  const wasApart = engine.feedCheck?.wasApart;
  const settler = createSettler({
    ...needs,
    feeds: ownFeed,
    clock: marketClock,
    afterSettled,
    ...(wasApart && { wasApart }),
  });
  const enterLate = createEnterLate({ db, feeds: ownFeed, enterSignal });
  const ownLoop = createSettlementLoop({
    settler,
    enterLate,
    tickLog,
    decidableUntil: engine.decidableUntil,
    after,
    isLeading,
    log,
  });
  /**
   * Signals of markets that do not run expire by the wall clock and settle from their logged ticks.
   */
  const wallTime = asMarketClock(clock);
  const otherFeeds = { except: feed } as const;
  const otherFeedsLoop = createSettlementLoop({
    settler: createSettler({ ...needs, feeds: otherFeeds, clock: wallTime, afterSettled }),
    enterLate: createEnterLate({ db, feeds: otherFeeds, enterSignal }),
    tickLog: { flush: async () => undefined },
    decidableUntil: () => wallTime.now() - othersDelayMs,
    periodMs: othersPeriodMs,
    after,
    isLeading,
    log,
  });

  return {
    tickLog,
    onSettled: (listener) => void listeners.push(listener),
    components: [
      { name: 'nudges of auto-signal runs', duty: 'lead', start: () => undefined, stop: nudges.stop },
      { name: 'tick log', duty: 'lead', start: tickLog.begin, stop: tickLog.flush },
      {
        name: 'entries',
        duty: 'lead',
        start: async () => {
          await resume({ db, engine, pairs, settler, entries, enterLate });
          engine.onStarted(looking.start);
        },
        stop: async () => {
          await looking.stop();
          await entries.idle();
        },
      },
      { name: 'settlement', duty: 'lead', start: () => engine.onStarted(ownLoop.start), stop: ownLoop.stop },
      {
        name: 'settlement of other markets',
        duty: 'lead',
        start: () => engine.onStarted(otherFeedsLoop.start),
        stop: otherFeedsLoop.stop,
      },
    ],
  };
}
