import type { FastifyBaseLogger } from 'fastify';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { minuteMs } from '#domain/time.ts';
import { isEntryMissed } from '#engine/signal/enter.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { EnterSignal } from './enter-signal.ts';
import { toRow } from './tick-log.ts';
import type { TickLog } from '../signals.api.ts';

/** Signals waiting for their entry tick; fed by the live engine. */
export type Entries = ReturnType<typeof createEntries>;

const writeTries = 3;

interface EntriesDependencies {
  readonly enterSignal: EnterSignal;
  readonly pairs: Pick<WatchedPairs, 'watch'>;
  readonly feed: string;
  readonly log: FastifyBaseLogger;
}

export function createEntries({ enterSignal, pairs, feed, log }: EntriesDependencies) {
  const waiting = new Map<string, EnteringSignal>();
  const underWay = new Map<string, Promise<void>>();

  const decide = (signal: EnteringSignal, tick: Tick): void => {
    waiting.delete(signal.id);
    // A missed one stays in the database as entering; the settlement loop voids it.
    if (isEntryMissed(signal, tick.time)) return;
    const work = enterWith(signal, tick);
    underWay.set(signal.id, work);
    void work.finally(() => underWay.delete(signal.id));
  };

  /**
   * The first tick decides, however late it is written: a failed write is recovered from the tick
   * log before the signal is voided.
   */
  const enterWith = async (signal: EnteringSignal, tick: Tick): Promise<void> => {
    for (let tries = writeTries; tries > 0; tries--) {
      try {
        await enterSignal(signal, toRow(feed, tick));
        return;
      } catch (error) {
        log.error({ err: error, signal: signal.id }, 'writing the entry of a signal failed');
      }
    }
  };

  return {
    /**
     * A signal that was stored, by this process or another: the first of the recent ticks at or after
     * its issue decides, so that hearing of it late changes nothing. Repeated calls have no effect.
     */
    add: (signal: EnteringSignal): void => {
      const { id, symbol, issuedAt, duration } = signal;
      if (waiting.has(id) || underWay.has(id)) return;
      const [first] = pairs.watch(symbol, issuedAt, latestExpiry(issuedAt, duration) + minuteMs);
      if (first) decide(signal, first);
      else waiting.set(id, signal);
    },
    onTick: (tick: Tick): void => {
      for (const signal of waiting.values())
        if (signal.symbol === tick.symbol && tick.time >= signal.issuedAt) decide(signal, tick);
    },
    /** Resolves when all pending work has been written. */
    idle: async (): Promise<void> => {
      await Promise.all(underWay.values());
    },
  };
}

/** Pairs with an open signal, whose ticks are logged. */
export type WatchedPairs = ReturnType<typeof createWatchedPairs>;

interface WatchedPairsDependencies {
  readonly recentTicks: (symbol: string, since: number) => readonly Tick[];
  readonly tickLog: Pick<TickLog, 'add' | 'isNew'>;
}

export function createWatchedPairs({ recentTicks, tickLog }: WatchedPairsDependencies) {
  const watchedUntil = new Map<string, number>();
  return {
    /**
     * Logs the pair's ticks with `from` <= time <= `until`, milliseconds of market time, and returns
     * those that have arrived already and are new to the log, oldest first.
     */
    watch: (symbol: string, from: number, until: number): readonly Tick[] => {
      watchedUntil.set(symbol, Math.max(until, watchedUntil.get(symbol) ?? 0));
      const arrived = recentTicks(symbol, from).filter(tickLog.isNew);
      for (const tick of arrived) tickLog.add(tick);
      return arrived;
    },
    onTick: (tick: Tick): void => {
      if (tick.time <= (watchedUntil.get(tick.symbol) ?? Number.NEGATIVE_INFINITY)) tickLog.add(tick);
    },
  };
}
