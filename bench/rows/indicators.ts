import { type Figure, createFigure, type Goal } from '../figure.ts';
import {
  createBollingerZ,
  createExponentialMean,
  createRelativeStrength,
  createRollingSum,
} from '#engine/features/indicators.ts';
import { type Indicator, type IndicatorName, type IndicatorPeer, indicatorPeers } from '../peers/indicator-peers.ts';
import { installPeers } from '../peers/install-peers.ts';
import { perSecond } from '../load/per-second.ts';
import type { Row } from '../row.ts';
import { simulatedBars } from '../simulated-bars.ts';

const barCount = 10_000;
/** By then exponential means with different starting values agree to 1e-9. */
const compared = barCount / 2;

export const indicatorsRow: Row = {
  name: 'indicators',
  what: `indicators as streams, ${barCount.toLocaleString('en')} closes in points; one thread`,
  peer: 'TA-Lib in WebAssembly (whole series at once), trading-signals, technicalindicators',
  async measure(print) {
    const peers = installPeers(print) ? await indicatorPeers() : [];
    const bars = [...(await simulatedBars(barCount, ['EURUSD'])).values()][0] ?? [];
    const points = bars.map(({ close }) => Math.round((close - (bars[0]?.close ?? 0)) * 1e5));
    const figures: Figure[] = [];
    for (const { name, create, goal } of indicatorCases) {
      print(name);
      const results = new Float64Array(points.length);
      const ours = await perSecond(points.length, () => pushAll(create(), points, results));
      figures.push(createFigure(name, 'M updates/s', ours.map(millions), goal));
      for (const peer of peers) figures.push(...(await besideOne(peer, name, points, ours, results)));
    }
    return figures;
  },
};

interface IndicatorCase {
  readonly name: IndicatorName;
  readonly create: () => Indicator;
  /** In millions of updates per second. */
  readonly goal: Goal;
}

/** With the parameters that the features use. */
const indicatorCases: readonly IndicatorCase[] = [
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
  const [fast, slow, signal] = [createExponentialMean(12), createExponentialMean(26), createExponentialMean(9)];
  return (value) => {
    const macd = fast(value) - slow(value);
    return Number.isNaN(macd) ? Number.NaN : macd - signal(macd);
  };
}

const millions = (rate: number): number => rate / 1e6;

function pushAll(push: Indicator, values: readonly number[], results: Float64Array): void {
  for (let i = 0; i < values.length; i += 1) results[i] = push(values[i] as number);
}

async function besideOne(
  peer: IndicatorPeer,
  name: IndicatorName,
  points: readonly number[],
  ours: readonly number[],
  results: Float64Array,
): Promise<Figure[]> {
  const run = peer.run[name];
  const theirs = await perSecond(points.length, () => void run(points));
  const ratios = ours.map((rate, round) => rate / (theirs[round] as number));
  const isReference = peer.name.startsWith('TA-Lib');
  const difference = greatestDifference(results, run(points));
  return [
    createFigure(`  ${name}: ours / ${peer.name}`, '×', ratios),
    createFigure(
      `  ${name}: greatest difference from ${peer.name}`,
      '',
      [difference],
      isReference ? { atMost: 1e-9 } : null,
    ),
  ];
}

/** Compares the last values: both lists end with the result of the last value. */
function greatestDifference(ours: Float64Array, theirs: ArrayLike<number>): number {
  let greatest = 0;
  for (let back = 1; back <= compared; back += 1) {
    const difference = Math.abs((ours[ours.length - back] as number) - (theirs[theirs.length - back] as number));
    greatest = Math.max(greatest, difference);
  }
  return greatest;
}
