import { toPassability } from '#domain/market/direction.ts';
import type { AppliedCalibration } from './calibration.ts';
import type { Forecast } from '../forecaster.ts';
import { logistic, toLogOdds } from './fit-slope.ts';

/** Percent: the break-even rate at a payout of 82 %. No model signals below it. */
export const minSignalPassability = 100 / 1.82;

/** A factor of zero would lose the direction and the order of the forecasts. */
const lowestApplied = 0.001;

/**
 * The forecast with its log-odds multiplied by the factor of its session and duration, and its
 * threshold likewise, but never below break-even: the order and the side of forecasts are kept,
 * and the model never signals more of them than its file. `forecast`: as the model file states it.
 */
export function calibrateForecast(forecast: Forecast, { id, factors }: AppliedCalibration): Forecast {
  const factor = Math.max(lowestApplied, factors[forecast.session][forecast.duration]);
  const pUp = scale(forecast.pUp, factor);
  const passability = toPassability(pUp);
  const signalFrom = Math.max(minSignalPassability, 100 * scale(forecast.signalFrom / 100, factor));
  return {
    ...forecast,
    modelVersion: `${forecast.modelVersion}+${id}`,
    pUp,
    passability,
    signalFrom,
    signalled: forecast.signalled && passability >= signalFrom,
  };
}

const scale = (p: number, factor: number): number => logistic(factor * toLogOdds(p));
