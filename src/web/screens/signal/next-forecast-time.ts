import { minuteMs } from '#domain/time.ts';

/** Bars close on the minute; forecasts are ready shortly after. */
const afterCloseMs = 2_000;

/** The next instant at which the forecasts of a minute are ready. */
export const nextForecastTime = (now: number): number =>
  (Math.floor((now - afterCloseMs) / minuteMs) + 1) * minuteMs + afterCloseMs;
