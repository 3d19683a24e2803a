import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { durations } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from './bar/bar-builder.ts';
import { noOutcome, outcomeAt, type OutcomeBars } from './bar/bar-outcome.ts';
import { dayStartBars } from './features/feature-stream.ts';
import { createMarketFeatures } from './features/market-features.ts';
import {
  addDecision,
  type CalibrationStatistics,
  emptyStatistics,
} from './forecast/calibration/calibration-statistics.ts';
import type { Forecaster } from './forecast/forecaster.ts';

/** Decisions at or after `from` whose prices all lie before `to`; milliseconds UTC. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Each pair is decided every third minute, pairs in turn: neighbouring decisions share most of
 * their prices, so deciding all of them narrows the intervals by a twentieth and triples the work.
 */
const everyMinutes = 3;

/**
 * What came of each model's forecasts in a period, with everything frozen in its file, entered at
 * the open of the next minute. `bars`: of each pair in the market's order, in ascending time; the
 * newest 480 before `from` warm the features up, and those from `to` on are not read.
 */
export function collectStatistics(
  forecasters: readonly Forecaster[],
  bars: ReadonlyMap<string, readonly Bar[]>,
  { from, to }: Period,
): ReadonlyMap<AiModelKey, CalibrationStatistics> {
  const market = createMarketFeatures([...bars.keys()]);
  const pairs = [...bars].map(([symbol, own], index) => createCursor(symbol, index, own, { from, to }));
  const collected = new Map(forecasters.map(({ key }) => [key, emptyStatistics()]));

  for (let minute = Math.min(to, ...pairs.map(({ start }) => start)); minute < to; minute += minuteMs) {
    for (const pair of pairs) {
      const bar = pair.take(minute);
      if (bar) market.push(pair.index, bar);
    }
    if (minute + minuteMs < from) continue;
    market.close(minute);
    for (const pair of pairs) if ((minute / minuteMs + pair.index) % everyMinutes === 0) decide(pair, minute);
  }
  return collected;

  function decide({ symbol, index, columns, newest }: Cursor, minute: number): void {
    const features = market.vector(index);
    if (!features) return;
    for (const duration of durations) {
      const outcome = outcomeAt(columns, newest(), duration);
      if (outcome === noOutcome) continue;
      for (const forecaster of forecasters) {
        const forecast = forecaster.forecast(symbol, minute, features, duration);
        const own = collected.get(forecaster.key);
        if (forecast && own) addDecision(own, forecast, outcome);
      }
    }
  }
}

/** Walks through the bars of a pair. */
interface Cursor {
  readonly symbol: string;
  readonly index: number;
  /** Time of the first bar. */
  readonly start: number;
  readonly columns: OutcomeBars;
  /** The bar of this minute; minutes must be asked for in order. */
  take(minute: number): Bar | null;
  /** Index of the last bar taken. */
  newest(): number;
}

function createCursor(symbol: string, index: number, all: readonly Bar[], { from, to }: Period): Cursor {
  const before = all.findLastIndex(({ time }) => time < from) + 1;
  const bars = all.slice(Math.max(0, before - dayStartBars)).filter(({ time }) => time < to);
  const column = (name: 'time' | 'open' | 'close'): Float64Array => Float64Array.from(bars, (bar) => bar[name]);
  let taken = 0;
  return {
    symbol,
    index,
    start: bars[0]?.time ?? to,
    columns: { size: bars.length, time: column('time'), open: column('open'), close: column('close') },
    take: (minute) => {
      const bar = bars[taken];
      if (bar?.time !== minute) return null;
      taken += 1;
      return bar;
    },
    newest: () => taken - 1,
  };
}
