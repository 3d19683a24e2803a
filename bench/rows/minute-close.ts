import { durations } from '#domain/market/duration.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { createPipeline, type Pipeline } from '#engine/pipeline.ts';
import type { RecordModel } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { createInputJournal } from '#server/live/input-journal.ts';
import { modelsFolder, readModels } from '#research/evaluation/read-models.ts';
import { minuteMs } from '#domain/time.ts';
import { type Figure, createFigure, type Goal, quantile } from '../figure.ts';
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
    const figure = (what: string, read: (times: readonly Close[]) => number, promised: Goal | null = null): Figure =>
      createFigure(what, 'ms', closes.map(read), promised);
    return [
      figure('one minute close, median', (times) => quantile(times.map(getWall), 0.5), goal),
      figure('one minute close, p99', (times) => quantile(times.map(getWall), 0.99), goal),
      figure('what shadow takes of it, median', (times) => quantile(times.map(getShadow), 0.5)),
      figure('what shadow takes of it, p99', (times) => quantile(times.map(getShadow), 0.99)),
      figure('its processor time, median', (times) => quantile(times.map(getCpu), 0.5)),
      figure('its processor time, p99', (times) => quantile(times.map(getCpu), 0.99)),
      figure('the first after the start', ([first]) => first?.wallMs ?? Number.NaN),
      createFigure('forecasts a close', '', [bars.size * durations.length * forecasters.length]),
    ];
  },
};

interface Close {
  readonly wallMs: number;
  /** Of it: selecting the forecasts in shadow. */
  readonly shadowMs: number;
  /** Of all threads of this process; other processes are not included. */
  readonly cpuMs: number;
}

const getShadow = ({ shadowMs }: Close): number => shadowMs;
const getWall = ({ wallMs }: Close): number => wallMs;
const getCpu = ({ cpuMs }: Close): number => cpuMs;

/** Measures each close, after a back-fill as at a start. Throws when a close lacks a forecast. */
function closeMinutes(bars: ReadonlyMap<string, readonly Bar[]>, forecasters: readonly Forecaster[]): Close[] {
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
  const closes: Close[] = [];
  for (let minute = firstLive; minute < firstLive + minutes * minuteMs; minute += minuteMs) {
    for (const [symbol, all] of bars)
      feed(
        pipeline,
        symbol,
        all.find(({ time }) => time === minute),
      );
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
    const forecasts = pipeline.closeMinutes(minute + minuteMs);
    const closedAt = performance.now();
    const now = minute + minuteMs;
    stateForecasts(forecasts, { models, pairs: symbols, durations, minute, at: now, without: [] });
    const { user, system } = process.cpuUsage(cpuBefore);
    const endedAt = performance.now();
    const shadowMs = endedAt - closedAt;
    closes.push({ wallMs: endedAt - startedAt, shadowMs, cpuMs: (user + system) / 1000 });
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
