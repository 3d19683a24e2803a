import { importPeer, peerFile } from './import-peer.ts';
import { readFile } from 'node:fs/promises';

/** Adds the newest value; NaN during warm-up. */
export type Indicator = (value: number) => number;

export type IndicatorName = 'SMA(20)' | 'EMA(20)' | 'RSI(14)' | 'MACD(12, 26, 9)' | 'Bollinger z(20)';

/** Another library with the same indicators. */
export interface IndicatorPeer {
  readonly name: string;
  /** Computes all values in one call; its last result belongs to the last value. */
  readonly run: Readonly<Record<IndicatorName, (values: readonly number[]) => ArrayLike<number>>>;
}

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
  const run = (create: () => Indicator) => (values: readonly number[]) => {
    const push = create();
    const results = new Float64Array(values.length);
    for (let i = 0; i < values.length; i += 1) results[i] = push(values[i] as number);
    return results;
  };
  return {
    'SMA(20)': run(created['SMA(20)']),
    'EMA(20)': run(created['EMA(20)']),
    'RSI(14)': run(created['RSI(14)']),
    'MACD(12, 26, 9)': run(created['MACD(12, 26, 9)']),
    'Bollinger z(20)': run(created['Bollinger z(20)']),
  };
}

/** The emscripten build of TA-Lib's C code: functions over addresses in one memory. */
interface TaLib {
  readonly HEAPF64: Float64Array;
  readonly HEAP32: Int32Array;
  _malloc(bytes: number): number;
  _TA_SMA(...args: readonly number[]): number;
  _TA_EMA(...args: readonly number[]): number;
  _TA_RSI(...args: readonly number[]): number;
  _TA_MACD(...args: readonly number[]): number;
  _TA_BBANDS(...args: readonly number[]): number;
}

const mostValues = 100_000;

/**
 * TA-Lib itself, compiled to WebAssembly: whole series, no streams. Called without its JavaScript
 * wrapper, whose copying takes longer than TA-Lib's computation and whose value count is one too
 * high.
 */
async function loadTaLib(): Promise<IndicatorPeer['run']> {
  const taLib = await start();
  const [values, counts] = [taLib._malloc(8 * mostValues), taLib._malloc(8)] as const;
  const outs = [0, 1, 2].map(() => taLib._malloc(8 * mostValues));

  /**
   * `outs[which]` of a function that takes these options and returns that many series, aligned with
   * its value.
   */
  function run(
    call: TaLib['_TA_SMA'],
    input: readonly number[],
    options: readonly number[],
    series: number,
  ): Float64Array[] {
    taLib.HEAPF64.set(input, values / 8);
    const failed = call(0, input.length - 1, values, ...options, counts, counts + 4, ...outs.slice(0, series));
    if (failed) throw new Error(`TA-Lib answers ${failed}`);
    const count = taLib.HEAP32[counts / 4 + 1] ?? 0;
    return outs.slice(0, series).map((out) => taLib.HEAPF64.subarray(out / 8, out / 8 + count));
  }

  const first = (series: readonly Float64Array[]): Float64Array => series[0] as Float64Array;
  return {
    'SMA(20)': (input) => first(run(taLib._TA_SMA, input, [20], 1)),
    'EMA(20)': (input) => first(run(taLib._TA_EMA, input, [20], 1)),
    'RSI(14)': (input) => first(run(taLib._TA_RSI, input, [14], 1)),
    'MACD(12, 26, 9)': (input) => run(taLib._TA_MACD, input, [12, 26, 9], 3)[2] as Float64Array,
    'Bollinger z(20)': (input) => {
      const [upper, middle] = run(taLib._TA_BBANDS, input, [20, 2, 2, 0], 3) as [Float64Array, Float64Array];
      const before = input.length - middle.length;
      return middle.map((mean, i) => (2 * ((input[before + i] as number) - mean)) / ((upper[i] as number) - mean));
    },
  };
}

/** Its loader fetches the file, and Node's fetch does not support file URLs. */
async function start(): Promise<TaLib> {
  const wasm = new URL('talib.wasm', peerFile('talib-web'));
  const { init } = await importPeer<{ init(path: string): Promise<TaLib> }>('talib-web');
  return init(`data:application/wasm;base64,${(await readFile(wasm)).toString('base64')}`);
}
