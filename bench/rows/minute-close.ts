import { durations } from '#domain/market/duration.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { createPipeline, type Pipeline } from '#engine/pipeline.ts';
import type { RecordModel } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { createInputJournal } from '#server/live/input-journal.ts';
import { modelsFolder, readModels } from '#research/evaluation/read-models.ts';
import { minuteMs } from '#domain/time.ts';
import { createFigure, quantile } from '../figure.ts';
import type { Row } from '../row.ts';
import { simulatedBars, startOfBar } from '../simulated-bars.ts';

/** The bars that the live engine back-fills, followed by the measured minutes. */
const filledBars = 1_500;
const minutes = 120;
/** Number of runs, each with its own start. */
const runs = 3;

export const minuteCloseRow: Row = {
  name: 'minute-close',
  what: '28 pairs × 5 durations × all local models, and what is stated of them in shadow',
  peer: 'none',
  async measure(print) {
    const forecasters = (await readModels(modelsFolder, null)).map(({ forecaster }) => forecaster);
    print('making bars');
    const bars = await simulatedBars(filledBars + minutes);
    const closes = Array.from({ length: runs }, () => closeMinutes(bars, forecasters));
    const goal = { atMost: 20 };
    return [0.5, 0.99].map((share) =>
      createFigure(
        `one minute close, ${share === 0.5 ? 'median' : 'p99'}`,
        'ms',
        closes.map((times) => quantile(times, share)),
        goal,
      ),
    );
  },
};

/** Milliseconds of each close, after a back-fill as at a start. Throws when a close lacks a forecast. */
function closeMinutes(bars: ReadonlyMap<string, readonly Bar[]>, forecasters: readonly Forecaster[]): number[] {
  const firstLive = startOfBar(minutes);
  const symbols = [...bars.keys()];
  const pipeline = createPipeline(symbols, forecasters, createInputJournal(['a model'], { isLeading: () => true }));
  for (const [symbol, all] of bars)
    pipeline.fill(
      symbol,
      all.filter(({ time }) => time < firstLive),
    );
  pipeline.closeMinutes(firstLive);
  const models = forecasters.flatMap(({ key }): RecordModel[] => (key === 'manual' ? [] : [key]));
  const closes: number[] = [];
  for (let minute = firstLive; minute < firstLive + minutes * minuteMs; minute += minuteMs) {
    for (const [symbol, all] of bars)
      feed(
        pipeline,
        symbol,
        all.find(({ time }) => time === minute),
      );
    const startedAt = performance.now();
    const now = minute + minuteMs;
    const forecasts = pipeline.closeMinutes(now);
    stateForecasts(forecasts, { models, pairs: symbols, durations, minute, at: now, without: [] });
    closes.push(performance.now() - startedAt);
    const closed = [...bars.keys()].filter((symbol) => pipeline.history(symbol).last()?.time === minute).length;
    const expected = closed * durations.length * forecasters.length;
    if (forecasts.length !== expected)
      throw new Error(`${forecasts.length} forecasts of ${closed} bars, not ${expected}`);
  }
  return closes;
}

/** Feeds a bar as the four ticks that made it. */
function feed(pipeline: Pipeline, symbol: string, bar: Bar | undefined): void {
  if (!bar) return;
  const { time, open, high, low, close } = bar;
  [open, high, low, close].forEach((mid, i) => {
    const at = time + i * 10_000 + 1_000;
    pipeline.onTick({ symbol, time: at, receivedAt: at, bid: mid, ask: mid });
  });
}
