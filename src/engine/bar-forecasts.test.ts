import { describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { aLogisticFile, aMarketFile } from '#tests/support/market/model-files.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import type { Bar } from './bar/bar-builder.ts';
import type { BarInput } from './bar-input.ts';
import { bySessionAndDuration } from './forecast/calibration/calibration-statistics.ts';
import { parseForecaster } from './forecast/parse-forecaster.ts';
import type { Forecast } from './forecast/forecaster.ts';
import { createPipeline } from './pipeline.ts';
import { createRecomputation } from './bar-forecasts.ts';

const midnight = Date.parse('2018-03-07T00:00:00Z');
/** Bars back-filled at the start, more than a day begins with; live minutes around midnight. */
const [filled, evening, morning] = [1_500, 20, 40];
const start = midnight - (filled + evening) * minuteMs;
const market = wanderingMarket({ start, count: filled + evening + morning });
const symbols = [...market.keys()];
const [gone = ''] = symbols;
const forecasters = [aLogisticFile(), aMarketFile()].map((file) => parseForecaster(JSON.stringify(file)));

const toBars = (symbol: string, from: number, to: number): Bar[] =>
  (market.get(symbol) ?? []).filter(({ time }) => time >= from && time < to);

/** Minutes after midnight. */
const recalibrated = 30;
const calibrated = (id: string, factor: number) =>
  new Map(forecasters.slice(0, 1).map(({ key }) => [key, { id, factors: bySessionAndDuration(() => factor) }]));

/** What an engine stated, and its inputs. */
function run() {
  const inputs: BarInput[] = [];
  const journal = { models: ['a', 'b'], add: (input: BarInput) => void inputs.push(input) };
  const pipeline = createPipeline(symbols, forecasters, journal);
  const stated: Forecast[] = [];
  pipeline.calibrate(calibrated('11111111', 0.7));
  for (const symbol of symbols) pipeline.fill(symbol, toBars(symbol, start, midnight - evening * minuteMs));
  const gap = { from: midnight + 15 * minuteMs, to: midnight + 20 * minuteMs };
  for (let minute = midnight - evening * minuteMs; minute < midnight + morning * minuteMs; minute += minuteMs) {
    const isGap = minute >= gap.from && minute < gap.to;
    if (minute === gap.from) pipeline.markGap(gone, gap.from, null);
    if (minute === midnight + recalibrated * minuteMs) pipeline.calibrate(calibrated('22222222', 0.3));
    if (minute === gap.to) {
      pipeline.markGap(gone, gap.from, gap.to);
      pipeline.fill(gone, toBars(gone, gap.from, gap.to));
    }
    for (const symbol of symbols.filter((one) => !(isGap && one === gone)))
      for (const { time, close } of toBars(symbol, minute, minute + minuteMs)) {
        const at = time + 1_000;
        stated.push(...pipeline.onTick({ symbol, time: at, receivedAt: at, bid: close, ask: close }).forecasts);
      }
    // Some minutes end only with a later tick.
    if (minute % (3 * minuteMs) > 0) stated.push(...pipeline.closeMinutes(minute + minuteMs));
  }
  return { inputs, stated };
}

describe('forecasts', () => {
  const { inputs, stated } = run();
  const recompute = (some: readonly BarInput[]): Forecast[] =>
    createRecomputation(() => forecasters)(some).flatMap(({ forecasts }) => [...forecasts]);
  const dayStart = inputs.findLastIndex(([kind]) => kind === 'start');
  const ofDay = stated.filter(({ barTime }) => barTime >= midnight);

  it('are recomputed to the bit from all inputs, with gaps and back-filled bars', () => {
    expect(stated.length).toBeGreaterThan(2_000);
    expect(recompute(inputs)).toEqual(stated);
  });

  it('of a day are recomputed to the bit from the inputs of that day alone', () => {
    expect(ofDay.length).toBeGreaterThan(1_000);
    expect(recompute(inputs.slice(dayStart))).toEqual(ofDay);
  });

  it('name the calibration in use, which a verifier knows from the inputs', () => {
    const versions = (from: number, to: number): string[] => [
      ...new Set(
        recompute(inputs.slice(dayStart))
          .filter(({ barTime }) => barTime >= midnight + from * minuteMs && barTime < midnight + to * minuteMs)
          .map(({ modelVersion }) => modelVersion.split('+')[1] ?? 'its file'),
      ),
    ];
    // The newest minute is forecast again.
    expect(versions(0, recalibrated - 1)).toEqual(['11111111', 'its file']);
    expect(versions(recalibrated, morning)).toEqual(['22222222', 'its file']);
  });

  it('without a start are recomputed from the next one on', () => {
    expect(recompute(inputs.slice(1))).toEqual(ofDay);
  });
});
