import { type BarForecasts, createBarForecasts } from './bar-forecasts.ts';
import { type BarInput, toBar } from './bar-input.ts';
import { parseCalibrations } from './forecast/calibration/calibration-line.ts';
import type { Forecast, Forecaster } from './forecast/forecaster.ts';

/** The forecasts at the close of a minute, which starts at `minute` (milliseconds UTC). */
export interface RecomputedClose {
  readonly minute: number;
  /** The pairs, in the order of the market. */
  readonly symbols: readonly string[];
  readonly forecasts: readonly Forecast[];
}

/**
 * Repeats what the engine did with these inputs, in their order: the same code, so the same
 * forecasts to the bit. Returns the closes among them; what precedes the first `start` is skipped.
 * `createForecasters`: the models of a `start`.
 */
export function createRecomputation(
  createForecasters: (models: readonly string[]) => readonly Forecaster[],
): (inputs: readonly BarInput[]) => RecomputedClose[] {
  let symbols: readonly string[] = [];
  let bars: BarForecasts | null = null;

  const apply = (input: BarInput): RecomputedClose | null => {
    if (input[0] === 'start') {
      symbols = input[1];
      bars = createBarForecasts(symbols, createForecasters(input[2]));
    } else if (bars && input[0] === 'calibrate') {
      bars.calibrate(parseCalibrations(input[1]));
    } else if (bars && input[0] === 'fill') {
      bars.fill(input[1], input[2].map(toBar));
    } else if (bars && input[0] === 'bar') {
      const [, symbol, ...row] = input;
      bars.push(symbol, toBar(row));
    } else if (bars && input[0] === 'close') {
      const [, minute, leftOut] = input;
      return { minute, symbols, forecasts: bars.close(minute, leftOut) };
    }
    return null;
  };

  return (inputs) => inputs.flatMap((input) => apply(input) ?? []);
}
