import { createBollingerZ } from '#engine/features/bollinger-z.ts';
import { createExponentialMean } from '#engine/features/exponential-mean.ts';
import { createFeatureStream, featureNames } from '#engine/features/feature-stream.ts';
import { createRelativeStrength } from '#engine/features/relative-strength.ts';
import { createRollingSum } from '#engine/features/rolling-sum.ts';
import { outcomeAt } from '../bars/bar-outcome.ts';
import { figureOf, type Goal } from './figure.ts';
import { perSecond } from './per-second.ts';
import type { Row } from './row.ts';
import { simulatedBars, tableOf } from './simulated-bars.ts';

const barCount = 10_000;

type Indicator = (value: number) => number;

/** As the features use them; the goals are the table's, in millions of updates a second. */
const indicators: readonly { readonly what: string; readonly create: () => Indicator; readonly goal: Goal }[] = [
  { what: 'SMA(20)', create: simpleMean, goal: { atLeast: 50 } },
  { what: 'EMA(20)', create: () => createExponentialMean(20).push, goal: { atLeast: 50 } },
  { what: 'RSI(14)', create: () => createRelativeStrength(14).push, goal: { atLeast: 20 } },
  { what: 'MACD(12, 26, 9)', create: macdHistogram, goal: { atLeast: 20 } },
  { what: 'Bollinger z(20)', create: () => createBollingerZ(20).push, goal: { atLeast: 20 } },
];

export const featuresRow: Row = {
  name: 'features',
  what: 'indicators as streams, the rule of settlement on bars, the whole feature stream; one thread',
  peer: 'none yet',
  async measure() {
    const bars = [...(await simulatedBars(barCount, ['EURUSD'])).values()][0] ?? [];
    const points = Float64Array.from(bars, ({ close }) => Math.round((close - (bars[0]?.close ?? 0)) * 1e5));
    const table = tableOf('EURUSD', bars);
    const outcomes = perSecond(table.size, () => {
      for (let i = 0; i < table.size; i += 1) outcomeAt(table, i, 3);
    });
    const stream = perSecond(bars.length, () => {
      const { push } = createFeatureStream('EURUSD');
      for (const bar of bars) push(bar);
    });
    return [
      ...indicators.map(({ what, create, goal }) =>
        figureOf(what, 'M updates/s', perSecond(points.length, () => pushAll(create(), points)).map(millions), goal),
      ),
      figureOf('outcome of one duration on bars', 'M bars/s', outcomes.map(millions), { atLeast: 25 }),
      figureOf(`feature stream, ${featureNames.length} features a bar`, 'bars/s', stream),
      figureOf(
        'feature stream',
        'M features/s',
        stream.map((rate) => millions(rate * featureNames.length)),
      ),
    ];
  },
};

const millions = (rate: number): number => rate / 1e6;

function pushAll(push: Indicator, values: Float64Array): number {
  let last = 0;
  for (let i = 0; i < values.length; i += 1) last = push(values[i] as number);
  return last;
}

function simpleMean(): Indicator {
  const sum = createRollingSum(20);
  return (value) => sum.push(value) / 20;
}

/** The three exponential means of the feature group `macd_histogram`. */
function macdHistogram(): Indicator {
  const fast = createExponentialMean(12);
  const slow = createExponentialMean(26);
  const signal = createExponentialMean(9);
  return (value) => {
    const macd = fast.push(value) - slow.push(value);
    return Number.isNaN(macd) ? Number.NaN : macd - signal.push(macd);
  };
}
