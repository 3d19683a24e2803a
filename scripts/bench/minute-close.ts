import { durations } from '#domain/duration.ts';
import { type Bar, minuteMs } from '#engine/bar/bar.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { createPipeline, type Pipeline } from '#engine/pipeline.ts';
import { modelsFolder, readModels } from '../evaluation/read-models.ts';
import { figureOf, quantile } from './figure.ts';
import type { Row } from './row.ts';
import { simulatedBars, startOfBar } from './simulated-bars.ts';

/** What the live engine back-fills, then the minutes that are measured. */
const filledBars = 1_500;
const minutes = 120;
/** Of the runs, each a start of its own. */
const runs = 3;

export const minuteCloseRow: Row = {
  name: 'minute-close',
  what: '28 pairs × 5 durations × all local models',
  peer: 'none',
  async measure(say) {
    const forecasters = (await readModels(modelsFolder, null)).map(({ forecaster }) => forecaster);
    say('making bars');
    const bars = await simulatedBars(filledBars + minutes);
    const closes = Array.from({ length: runs }, () => closeMinutes(bars, forecasters));
    const goal = { atMost: 20 };
    return [
      figureOf(
        'one minute close, median',
        'ms',
        closes.map((times) => quantile(times, 0.5)),
        goal,
      ),
      figureOf(
        'one minute close, p99',
        'ms',
        closes.map((times) => quantile(times, 0.99)),
        goal,
      ),
      figureOf(
        'the first after the start',
        'ms',
        closes.map((times) => times[0] ?? Number.NaN),
      ),
      figureOf('forecasts a close', '', [bars.size * durations.length * forecasters.length]),
    ];
  },
};

/** Milliseconds of each close, after a back-fill as at a start. Throws when a close lacks a forecast. */
function closeMinutes(bars: ReadonlyMap<string, readonly Bar[]>, forecasters: readonly Forecaster[]): number[] {
  const firstLive = startOfBar(minutes);
  const pipeline = createPipeline([...bars.keys()], forecasters);
  for (const [symbol, all] of bars)
    pipeline.fill(
      symbol,
      all.filter(({ time }) => time < firstLive),
    );
  const times: number[] = [];
  for (let minute = firstLive; minute < firstLive + minutes * minuteMs; minute += minuteMs) {
    for (const [symbol, all] of bars)
      feed(
        pipeline,
        symbol,
        all.find(({ time }) => time === minute),
      );
    const startedAt = performance.now();
    const forecasts = pipeline.closeMinutes(minute + minuteMs);
    times.push(performance.now() - startedAt);
    const closed = [...bars.keys()].filter((symbol) => pipeline.history(symbol).last()?.time === minute).length;
    const expected = closed * durations.length * forecasters.length;
    if (forecasts.length !== expected)
      throw new Error(`${forecasts.length} forecasts of ${closed} bars, not ${expected}`);
  }
  return times;
}

/** A bar as the four ticks that made it. */
function feed(pipeline: Pipeline, symbol: string, bar: Bar | undefined): void {
  if (!bar) return;
  const { time, open, high, low, close } = bar;
  [open, high, low, close].forEach((mid, i) => {
    const at = time + i * 10_000 + 1_000;
    pipeline.onTick({ symbol, time: at, receivedAt: at, bid: mid, ask: mid });
  });
}
