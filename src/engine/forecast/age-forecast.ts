import { edgeLeft } from '#domain/signals/edge-left.ts';
import type { Forecast } from './forecaster.ts';

/**
 * The forecast as of `now` (milliseconds UTC): its probability decays towards one half with every
 * second since its bar closed, and below the model's threshold it is no longer a signal. Unchanged
 * before the first such second.
 */
export function ageForecast(forecast: Forecast, now: number): Forecast {
  const left = edgeLeft(forecast.duration, now - forecast.decidedAt);
  const passability = 50 + (forecast.passability - 50) * left;
  return {
    ...forecast,
    pUp: 0.5 + (forecast.pUp - 0.5) * left,
    passability,
    signalled: forecast.signalled && passability >= forecast.signalFrom,
  };
}
