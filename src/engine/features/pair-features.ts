import {
  createBollingerZ,
  createExponentialMean,
  createRelativeStrength,
  createStochasticPosition,
  createDelayLine,
  createRollingSum,
} from './indicators.ts';
import { type FeatureGroup, mirrored, unmirrored } from './feature-group.ts';
import { newYorkMinute, newYorkWeekday } from '#domain/market/new-york-time.ts';
import { minuteMs } from '#domain/time.ts';

/** The features that a pair's own bars give. */
export const createPairFeatures = (): FeatureGroup[] => [
  createMeanDistanceFeatures(),
  createOscillatorFeatures(),
  createPathFeatures(),
  createVolatilityFeatures(),
  createCalendarFeatures(),
];

const zPeriods = [10, 20, 30, 60, 120, 240];
const meanPeriods = [5, 10, 20, 40, 60];

/**
 * Distance of the close from its recent means. `z_n`: Bollinger z over n bars, standard deviations.
 * `ema_distance_n`: close − EMA(n), in mean true ranges. `macd`: EMA(12) − EMA(26),
 * `macd_histogram`: that − its EMA(9), both in mean true ranges (G. Appel, 1979).
 */
function createMeanDistanceFeatures(): FeatureGroup {
  const zs = zPeriods.map(createBollingerZ);
  const means = meanPeriods.map(createExponentialMean);
  const fast = createExponentialMean(12);
  const slow = createExponentialMean(26);
  const signal = createExponentialMean(9);

  return {
    features: [
      ...zPeriods.map((period) => mirrored(`z_${period}`)),
      ...meanPeriods.map((period) => mirrored(`ema_distance_${period}`)),
      mirrored('macd'),
      mirrored('macd_histogram'),
    ],
    push({ close, scale }, out, at) {
      let next = at;
      for (const z of zs) out[next++] = z(close);
      for (const mean of means) out[next++] = (close - mean(close)) / scale;
      const macd = fast(close) - slow(close);
      // The signal line starts at the first valid MACD, as in the original definition.
      const line = Number.isNaN(macd) ? Number.NaN : signal(macd);
      out[next++] = macd / scale;
      out[next] = (macd - line) / scale;
    },
  };
}

const strengthPeriods = [7, 14, 30];
const positionPeriods = [14, 30, 60, 120, 240];

/**
 * Oscillators between −1 and +1. `rsi_n`: Wilder's RSI(n), (RSI − 50) / 50. `position_n`: position
 * of the close between the extremes of n minutes. `freshness_n`: which of those extremes is newer,
 * and by what share of n.
 */
function createOscillatorFeatures(): FeatureGroup {
  const strengths = strengthPeriods.map(createRelativeStrength);
  const positions = positionPeriods.map(createStochasticPosition);

  return {
    features: [
      ...strengthPeriods.map((period) => mirrored(`rsi_${period}`)),
      ...positionPeriods.flatMap((period) => [mirrored(`position_${period}`), mirrored(`freshness_${period}`)]),
    ],
    push({ high, low, close }, out, at) {
      let next = at;
      for (const strength of strengths) out[next++] = (strength(close) - 50) / 50;
      for (const position of positions) {
        out[next++] = position.push(high, low, close);
        out[next++] = position.freshness;
      }
    },
  };
}

const spans = [1, 2, 3, 5, 10, 15, 30, 60];

/**
 * Path of the recent prices. `move_n`: change of the close over n bars, in mean true ranges × √n.
 * `run`: number of consecutive closes in the same direction, signed; a repeated close neither ends
 * nor lengthens a run. `body`, `body_before`: close − open of the newest and the previous bar, in
 * mean true ranges. `close_place`: close between the bar's low (−1) and high (+1). `jump`: open −
 * previous close, in mean true ranges.
 */
function createPathFeatures(): FeatureGroup {
  const closes = createDelayLine(61);
  let run = 0;
  let body = Number.NaN;

  function extendRun(change: number): void {
    if (change > 0) run = run > 0 ? run + 1 : 1;
    if (change < 0) run = run < 0 ? run - 1 : -1;
  }

  return {
    features: [
      ...spans.map((span) => mirrored(`move_${span}`)),
      ...['run', 'body', 'body_before', 'close_place', 'jump'].map(mirrored),
    ],
    push({ open, high, low, close, previousClose, scale }, out, at) {
      let next = at;
      closes.push(close);
      for (const span of spans) out[next++] = (close - closes.ago(span)) / (scale * Math.sqrt(span));
      extendRun(close - previousClose);
      const bodyBefore = body;
      body = close - open;
      out[next++] = run;
      out[next++] = body / scale;
      out[next++] = bodyBefore / scale;
      out[next++] = high === low ? 0 : (2 * close - high - low) / (high - low);
      out[next] = (open - previousClose) / scale;
    },
  };
}

/** Keeps a ratio of small whole numbers away from zero before taking its logarithm. Points. */
const dust = 0.1;
const logRatio = (a: number, b: number): number => Math.log((a + dust) / (b + dust));

/**
 * Volatility of the market, independent of direction. `range_now`: the newest true range relative
 * to the mean of 60, logarithm. `range_5_60`, `range_60_240`: ratios of mean true ranges,
 * logarithm. `range_level`: the mean of 60 in basis points of the price, logarithm. `efficiency_n`:
 * |net change| / sum of |changes| over n bars, 0 to 1 (P. Kaufman, 1995). `variance_ratio`:
 * variance of 5-bar changes relative to five times that of 1-bar changes over 120 bars, below 1
 * when prices revert (A. Lo and C. MacKinlay, 1988). `echo_n`: autocorrelation of consecutive
 * changes over n bars. `still`: share of repeated closes among 60.
 */
function createVolatilityFeatures(): FeatureGroup {
  const ranges5 = createRollingSum(5);
  const ranges60 = createRollingSum(60);
  const ranges240 = createRollingSum(240);
  const travel30 = createRollingSum(30);
  const travel120 = createRollingSum(120);
  const squares60 = createRollingSum(60);
  const squares120 = createRollingSum(120);
  const squares240 = createRollingSum(240);
  const squaresOfFive = createRollingSum(120);
  const products60 = createRollingSum(60);
  const products240 = createRollingSum(240);
  const still60 = createRollingSum(60);
  const closes = createDelayLine(121);
  let changeBefore = 0;

  return {
    features: [
      'range_now',
      'range_5_60',
      'range_60_240',
      'range_level',
      'efficiency_30',
      'efficiency_120',
      'variance_ratio',
      'echo_60',
      'echo_240',
      'still',
    ].map(unmirrored),
    push({ close, previousClose, range, scale, level }, out, at) {
      closes.push(close);
      const change = Number.isNaN(previousClose) ? 0 : close - previousClose;
      const five = close - closes.ago(5);
      const mean240 = ranges240(range) / 240;
      const mean60 = ranges60(range) / 60;
      const square120 = squares120(change * change);
      const square60 = squares60(change * change);
      const square240 = squares240(change * change);
      out[at] = logRatio(range, scale);
      out[at + 1] = logRatio(ranges5(range) / 5, scale);
      out[at + 2] = logRatio(mean60, mean240);
      out[at + 3] = Math.log((scale / level) * 10_000);
      out[at + 4] = Math.abs(close - closes.ago(30)) / (travel30(Math.abs(change)) + dust);
      out[at + 5] = Math.abs(close - closes.ago(120)) / (travel120(Math.abs(change)) + dust);
      out[at + 6] = squaresOfFive(Number.isNaN(five) ? 0 : five * five) / (5 * square120 + dust);
      out[at + 7] = products60(change * changeBefore) / (square60 + dust);
      out[at + 8] = products240(change * changeBefore) / (square240 + dust);
      out[at + 9] = still60(change === 0 ? 1 : 0) / 60;
      changeBefore = change;
    },
  };
}

/**
 * Close time of the bar in New York time, the market's clock. `day_minute`: minutes since 17:00, 0
 * to 1439. `hour_minute`: minutes past the full hour, 0 to 59. `weekday`: 0 = Sunday … 6 =
 * Saturday.
 */
function createCalendarFeatures(): FeatureGroup {
  return {
    features: ['day_minute', 'hour_minute', 'weekday'].map(unmirrored),
    push({ time }, out, at) {
      const closedAt = time + minuteMs;
      const minute = newYorkMinute(closedAt);
      out[at] = (minute + 7 * 60) % 1_440;
      out[at + 1] = minute % 60;
      out[at + 2] = newYorkWeekday(closedAt);
    },
  };
}
