import { toPassability } from '#domain/market/direction.ts';
import type { AppliedCalibration } from './calibration.ts';
import type { Forecast } from '../forecaster.ts';
import { logistic, toLogOdds } from './fit-slope.ts';

/** A factor of zero would lose the direction and the order of the forecasts. */
const lowestApplied = 0.001;

/**
 * The forecast with its log-odds multiplied by the factor of its session and duration, which keeps the order and the
 * side of forecasts. `forecast`: as the model file states it.
 */
export function calibrateForecast(forecast: Forecast, { id, factors }: AppliedCalibration): Forecast {
  const factor = Math.max(lowestApplied, factors[forecast.session][forecast.duration]);
  const pUp = logistic(factor * toLogOdds(forecast.pUp));
  const passability = toPassability(pUp);
  return {
    ...forecast,
    modelVersion: `${forecast.modelVersion}+${id}`,
    pUp,
    passability,
  };
}
