import { edgeLeft } from '#domain/signals/edge-left.ts';
import type { Forecast } from './forecaster.ts';

/**
 * The forecast as of `now` (milliseconds UTC): its probability decays towards one half with every
 * second since its bar closed, and below the model's threshold it is no longer a signal. Unchanged
 * before the first such second. `from`: the instant that an aged forecast is as of.
 */
export function ageForecast(forecast: Forecast, now: number, from = forecast.decidedAt): Forecast {
  const { duration, decidedAt } = forecast;
  const left = edgeLeft(duration, now - decidedAt) / edgeLeft(duration, from - decidedAt);
  const passability = 50 + (forecast.passability - 50) * left;
  return {
    ...forecast,
    pUp: 0.5 + (forecast.pUp - 0.5) * left,
    passability,
    signalled: forecast.signalled && passability >= forecast.signalFrom,
  };
}
