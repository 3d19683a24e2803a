import type { Tick } from '#engine/tick/tick.ts';
import type { TickLog } from '../signals.api.ts';

/** Pairs with an open signal, whose ticks are logged. */
export interface WatchedPairs {
  /**
   * Logs the pair's ticks with `from` <= time <= `until`, milliseconds of market time, and returns
   * those that have arrived already and are new to the log, oldest first.
   */
  watch(symbol: string, from: number, until: number): readonly Tick[];
  onTick(tick: Tick): void;
}

interface WatchedPairsDependencies {
  readonly recentTicks: (symbol: string, since: number) => readonly Tick[];
  readonly tickLog: Pick<TickLog, 'add' | 'isNew'>;
}

export function createWatchedPairs({ recentTicks, tickLog }: WatchedPairsDependencies): WatchedPairs {
  const watchedUntil = new Map<string, number>();
  return {
    watch: (symbol, from, until) => {
      watchedUntil.set(symbol, Math.max(until, watchedUntil.get(symbol) ?? 0));
      const arrived = recentTicks(symbol, from).filter(tickLog.isNew);
      for (const tick of arrived) tickLog.add(tick);
      return arrived;
    },
    onTick: (tick) => {
      if (tick.time <= (watchedUntil.get(tick.symbol) ?? Number.NEGATIVE_INFINITY)) tickLog.add(tick);
    },
  };
}
