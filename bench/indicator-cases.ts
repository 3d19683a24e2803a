import {
  createBollingerZ,
  createExponentialMean,
  createRelativeStrength,
  createRollingSum,
} from '#engine/features/indicators.ts';
import type { Goal } from './figure.ts';

/** Adds the newest value; NaN during warm-up. */
export type Indicator = (value: number) => number;

export type IndicatorName = 'SMA(20)' | 'EMA(20)' | 'RSI(14)' | 'MACD(12, 26, 9)' | 'Bollinger z(20)';

/** Another library with the same indicators. */
export interface IndicatorPeer {
  readonly name: string;
  /** Computes all values in one call; its last result belongs to the last value. */
  readonly run: Readonly<Record<IndicatorName, (values: readonly number[]) => ArrayLike<number>>>;
}

interface IndicatorCase {
  readonly name: IndicatorName;
  readonly create: () => Indicator;
  /** Goal of the table, in millions of updates per second. */
  readonly goal: Goal;
}

/** With the parameters that the features use. */
export const indicatorCases: readonly IndicatorCase[] = [
  { name: 'SMA(20)', create: simpleMean, goal: { atLeast: 50 } },
  { name: 'EMA(20)', create: () => createExponentialMean(20), goal: { atLeast: 50 } },
  { name: 'RSI(14)', create: () => createRelativeStrength(14), goal: { atLeast: 20 } },
  { name: 'MACD(12, 26, 9)', create: macdHistogram, goal: { atLeast: 20 } },
  { name: 'Bollinger z(20)', create: () => createBollingerZ(20), goal: { atLeast: 20 } },
];

function simpleMean(): Indicator {
  const sum = createRollingSum(20);
  return (value) => sum(value) / 20;
}

/** The three exponential moving averages of the feature group `macd_histogram`. */
function macdHistogram(): Indicator {
  const fast = createExponentialMean(12);
  const slow = createExponentialMean(26);
  const signal = createExponentialMean(9);
  return (value) => {
    const macd = fast(value) - slow(value);
    return Number.isNaN(macd) ? Number.NaN : macd - signal(macd);
  };
}
