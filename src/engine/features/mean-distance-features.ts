import { createBollingerZ } from './bollinger-z.ts';
import { createExponentialMean } from './exponential-mean.ts';
import { type FeatureGroup, mirrored } from './feature-group.ts';

const zPeriods = [10, 20, 30, 60, 120, 240];
const meanPeriods = [5, 10, 20, 40, 60];

/**
 * Distance of the close from its recent means. `z_n`: Bollinger z over n bars, standard deviations.
 * `ema_distance_n`: close − EMA(n), in mean true ranges. `macd`: EMA(12) − EMA(26),
 * `macd_histogram`: that − its EMA(9), both in mean true ranges (G. Appel, 1979).
 */
export function createMeanDistanceFeatures(): FeatureGroup {
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
