import { createDelayLine } from './delay-line.ts';
import { type FeatureGroup, unmirrored } from './feature-group.ts';
import { createRollingSum } from './rolling-sum.ts';

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
export function createVolatilityFeatures(): FeatureGroup {
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
