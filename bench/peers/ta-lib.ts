import { readFile } from 'node:fs/promises';
import { importPeer, peerFile } from './import-peer.ts';
import type { IndicatorPeer } from '../indicator-cases.ts';

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
export async function loadTaLib(): Promise<IndicatorPeer['run']> {
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
