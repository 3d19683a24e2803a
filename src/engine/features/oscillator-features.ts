import { type FeatureGroup, mirrored } from './feature-group.ts';
import { createRelativeStrength } from './relative-strength.ts';
import { createStochasticPosition } from './stochastic-position.ts';

const strengthPeriods = [7, 14, 30];
const positionPeriods = [14, 30, 60, 120, 240];

/**
 * Oscillators between −1 and +1. `rsi_n`: Wilder's RSI(n), (RSI − 50) / 50. `position_n`: position
 * of the close between the extremes of n minutes. `freshness_n`: which of those extremes is newer,
 * and by what share of n.
 */
export function createOscillatorFeatures(): FeatureGroup {
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
