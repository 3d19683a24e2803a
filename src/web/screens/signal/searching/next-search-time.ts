import { minuteMs } from '#domain/time.ts';

/** Bars close on the minute; forecasts are ready shortly after. */
const afterCloseMs = 2_000;

/** The next instant at which the forecasts of a minute are ready. */
export const nextForecastTime = (now: number): number =>
  (Math.floor((now - afterCloseMs) / minuteMs) + 1) * minuteMs + afterCloseMs;

/**
 * When a new search makes sense: just after the next bar's close, when forecasts are fresh; not
 * later than the server requested.
 */
export function nextSearchTime(now: number, retryAfterS: number): number {
  const nextClose = (Math.floor(now / minuteMs) + 1) * minuteMs;
  return Math.min(nextClose + afterCloseMs, now + retryAfterS * 1_000);
}
