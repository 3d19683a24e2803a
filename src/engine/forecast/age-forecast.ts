import type { Duration } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import type { Forecast } from './forecaster.ts';

/**
 * The share of a forecast's edge over one half that is gone when it is entered a minute later, by duration. Measured
 * with `npm run evaluate -- --entry-delay 1` on October to December 2018, signals of kurs_ai_v2: of all hours and of
 * 03-16 New York the greater, rounded up (models/README.md, docs/decisions/013).
 */
const edgeLostInAMinute: Readonly<Record<Duration, number>> = { 2: 0.43, 3: 0.35, 5: 0.28, 7: 0.23, 10: 0.22 };

/**
 * The forecast as of `now` (milliseconds UTC): its probability decays towards one half with every
 * second since its bar closed, and below the model's threshold it is no longer a signal. Unchanged
 * before the first such second.
 */
export function ageForecast(forecast: Forecast, now: number): Forecast {
  const minutes = Math.min(1, Math.max(0, (now - forecast.decidedAt) / minuteMs));
  const left = 1 - edgeLostInAMinute[forecast.duration] * minutes;
  const passability = 50 + (forecast.passability - 50) * left;
  return {
    ...forecast,
    pUp: 0.5 + (forecast.pUp - 0.5) * left,
    passability,
    signalled: forecast.signalled && passability >= forecast.signalFrom,
  };
}
