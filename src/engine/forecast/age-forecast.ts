import { edgeLeft } from '#domain/signals/entry-window.ts';
import type { Forecast } from './forecaster.ts';

/**
 * The forecast as of `now` (milliseconds UTC): its probability decays towards one half with every
 * second since its bar closed. Unchanged before the first such second. An aged forecast ages on from the instant that it is as of.
 */
export function ageForecast(forecast: Forecast, now: number): Forecast {
  const { duration, decidedAt, asOf = decidedAt } = forecast;
  const left = edgeLeft(duration, now - decidedAt) / edgeLeft(duration, asOf - decidedAt);
  const passability = 50 + (forecast.passability - 50) * left;
  return {
    ...forecast,
    asOf: now,
    pUp: 0.5 + (forecast.pUp - 0.5) * left,
    passability,
  };
}
