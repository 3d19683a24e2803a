import { describe, expect, it } from 'vitest';
import type { Duration } from '#domain/market/duration.ts';
import { hasEdge } from '#domain/signals/edge.ts';
import type { MarketSession } from '#domain/market/market-session.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { aLogisticFile } from '#tests/support/market/model-files.ts';
import { revertingBars } from '#tests/support/market/reverting-bars.ts';
import type { Bar } from './bar/bar-builder.ts';
import { collectStatistics } from './collect-statistics.ts';
import type { CalibrationStatistics } from './forecast/calibration/calibration-statistics.ts';
import { calibrateFromDays } from './forecast/calibration/check-calibration.ts';
import { parseForecaster } from './forecast/parse-forecaster.ts';
import { computeFactorTable } from './forecast/calibration/estimate-factors.ts';
import { type Forecast, type LocalForecaster, conservativeCalibration } from './forecast/forecaster.ts';
import { dayStartBars } from './features/feature-stream.ts';

/** A rollover: 17:00 in New York. */
const start = Date.parse('2026-03-02T22:00:00Z');
const [learned, days] = [30, 45];
const symbols = ['EURUSD', 'AUDUSD', 'USDCAD', 'EURGBP', 'USDCHF', 'NZDUSD'];
/** The share that the model was made for; its edge is gone in the evening and twice as large by day. */
const share = 0.12;
const getShare = (session: MarketSession): number => share * { day: 2, evening: 0, rollover: 1 }[session];

const market = new Map(
  symbols.map((symbol, seed): [string, Bar[]] => {
    const first = start - dayStartBars * minuteMs;
    return [symbol, revertingBars({ start: first, count: dayStartBars + days * 1_440, getShare, seed })];
  }),
);

/** States log-odds that hold where `share` of a move is taken back. */
function fadingModel(): LocalForecaster {
  const everywhere = <Value>(value: Value) => ({ day: value, evening: value, rollover: value });
  const file = aLogisticFile();
  const ofDuration = (duration: Duration) => ({
    ...file.durations[duration],
    calibration: everywhere({ slope: 1, bend: 0, limit: 3 }),
    // The scale of `move_1` is the mean move, 0.8 deviations; 1.6: from deviations to log-odds.
    weights: everywhere([(-1.6 * 0.8 * share) / Math.sqrt(duration)]),
  });
  const heads = { 2: ofDuration(2), 3: ofDuration(3), 5: ofDuration(5), 7: ofDuration(7), 10: ofDuration(10) };
  return parseForecaster(
    JSON.stringify({ ...file, terms: [{ feature: 'move_1' }], deviations: [1], durations: heads }),
  );
}

const barsBefore = (to: number): Map<string, Bar[]> =>
  new Map(
    [...market].map(([symbol, bars]) => {
      const end = (to - start) / minuteMs + dayStartBars;
      return [symbol, bars.slice(end - 1_440 - dayStartBars, end)];
    }),
  );

/** −1 down, 0 a tie, 1 up: from the open after the decision to the close of the duration. */
function toOutcome({ symbol, barTime, duration }: Forecast): number {
  const bars = market.get(symbol) ?? [];
  const at = (barTime - (bars[0]?.time ?? 0)) / minuteMs;
  return Math.sign((bars[at + duration]?.close ?? Number.NaN) - (bars[at + 1]?.open ?? Number.NaN));
}

/** Judged and calibrated day by day, as the product does; what it signals after the 30th. */
function signalsAfterLearning(): Forecast[] {
  const model = fadingModel();
  const judged: CalibrationStatistics[] = [];
  const signals: Forecast[] = [];
  let inUse = conservativeCalibration;
  for (let day = 0; day < days; day += 1) {
    const [from, to] = [start + day * dayMs, start + (day + 1) * dayMs];
    const calibrated = model.onFeed(inUse);
    const noting: LocalForecaster = {
      ...model,
      forecast: (...minute) => {
        const stated = calibrated.forecast(...minute);
        const hasOwnEdge = stated && hasEdge({ model: model.key, probability: stated.passability, payout: 0.82 });
        if (day >= learned && hasOwnEdge) signals.push(stated);
        return model.forecast(...minute);
      },
    };
    const own = collectStatistics([noting], barsBefore(to), { from, to }).get(model.key);
    if (own) judged.push(own);
    const result = calibrateFromDays(judged, model.key, inUse.factors);
    if (result.kind === 'accepted') inUse = { id: `day${day}`, factors: computeFactorTable(result.factors) };
  }
  return signals;
}

describe('from the bars of a feed without an edge in the evening and twice the edge by day', () => {
  const signals = signalsAfterLearning();
  const ofSession = (session: MarketSession): Forecast[] => signals.filter((one) => one.session === session);

  it('what is stated by day is within a point of what comes, after 30 days', () => {
    const decided = ofSession('day').filter((one) => toOutcome(one) !== 0);
    const won = decided.filter((one) => one.pUp > 0.5 === toOutcome(one) > 0).length;
    const stated = decided.reduce((sum, { passability }) => sum + passability, 0) / decided.length;
    expect(decided.length).toBeGreaterThan(4_000);
    expect(Math.abs(stated - (100 * won) / decided.length)).toBeLessThan(1);
  });

  it('the evening has no signals', () => {
    expect(ofSession('evening')).toEqual([]);
  });
});
