import type { Indicator, IndicatorName, IndicatorPeer } from '../indicator-cases.ts';
import { importPeer } from './import-peer.ts';
import { loadTaLib } from './ta-lib.ts';

export async function indicatorPeers(): Promise<IndicatorPeer[]> {
  return [
    { name: 'TA-Lib (talib-web)', run: await loadTaLib() },
    { name: 'trading-signals', run: streaming(await tradingSignals()) },
    { name: 'technicalindicators', run: streaming(await technicalIndicators()) },
  ];
}

interface Bands {
  readonly middle: number;
  readonly upper: number;
}

/**
 * Ours returns the position of the value within its bands; a peer returns the bands of two
 * deviations.
 */
const computeZ = (value: number, { middle, upper }: Bands): number => (2 * (value - middle)) / (upper - middle);

type Created = Readonly<Record<IndicatorName, () => Indicator>>;

async function tradingSignals(): Promise<Created> {
  type Stream<T> = { update(value: number, replace: boolean): T | null };
  type Made<T> = new (...args: readonly unknown[]) => Stream<T>;
  const { SMA, EMA, RSI, MACD, BollingerBands } = await importPeer<{
    readonly SMA: Made<number>;
    readonly EMA: Made<number>;
    readonly RSI: Made<number>;
    readonly MACD: Made<{ readonly histogram: number }>;
    readonly BollingerBands: Made<Bands>;
  }>('trading-signals');
  const numbers =
    (stream: Stream<number>): Indicator =>
    (value) =>
      stream.update(value, false) ?? Number.NaN;
  return {
    'SMA(20)': () => numbers(new SMA(20)),
    'EMA(20)': () => numbers(new EMA(20)),
    'RSI(14)': () => numbers(new RSI(14)),
    'MACD(12, 26, 9)': () => {
      const macd = new MACD(new EMA(12), new EMA(26), new EMA(9));
      return (value) => macd.update(value, false)?.histogram ?? Number.NaN;
    },
    'Bollinger z(20)': () => {
      const bands = new BollingerBands(20, 2);
      return (value) => orNaN(bands.update(value, false), (found) => computeZ(value, found));
    },
  };
}

async function technicalIndicators(): Promise<Created> {
  type Stream<T> = { nextValue(value: number): T | undefined };
  type Made<T> = new (input: object) => Stream<T>;
  const { SMA, EMA, RSI, MACD, BollingerBands } = await importPeer<{
    readonly SMA: Made<number>;
    readonly EMA: Made<number>;
    readonly RSI: Made<number>;
    readonly MACD: Made<{ readonly histogram?: number }>;
    readonly BollingerBands: Made<Bands>;
  }>('technicalindicators');
  const numbers =
    (stream: Stream<number>): Indicator =>
    (value) =>
      stream.nextValue(value) ?? Number.NaN;
  const periods = { fastPeriod: 12, slowPeriod: 26, signalPeriod: 9, SimpleMAOscillator: false, SimpleMASignal: false };
  return {
    'SMA(20)': () => numbers(new SMA({ period: 20, values: [] })),
    'EMA(20)': () => numbers(new EMA({ period: 20, values: [] })),
    'RSI(14)': () => numbers(new RSI({ period: 14, values: [] })),
    'MACD(12, 26, 9)': () => {
      const macd = new MACD({ ...periods, values: [] });
      return (value) => macd.nextValue(value)?.histogram ?? Number.NaN;
    },
    'Bollinger z(20)': () => {
      const bands = new BollingerBands({ period: 20, stdDev: 2, values: [] });
      return (value) => orNaN(bands.nextValue(value), (found) => computeZ(value, found));
    },
  };
}

const orNaN = <T>(found: T | null | undefined, read: (found: T) => number): number =>
  found ? read(found) : Number.NaN;

function streaming(created: Created): IndicatorPeer['run'] {
  const run = (name: IndicatorName) => (values: readonly number[]) => {
    const push = created[name]();
    const results = new Float64Array(values.length);
    for (let i = 0; i < values.length; i += 1) results[i] = push(values[i] as number);
    return results;
  };
  return {
    'SMA(20)': run('SMA(20)'),
    'EMA(20)': run('EMA(20)'),
    'RSI(14)': run('RSI(14)'),
    'MACD(12, 26, 9)': run('MACD(12, 26, 9)'),
    'Bollinger z(20)': run('Bollinger z(20)'),
  };
}
