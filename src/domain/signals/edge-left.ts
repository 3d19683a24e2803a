import type { Duration } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';

/**
 * The share of a forecast's edge over one half that is gone when it is entered a minute later, by
 * duration. Measured with `npm run evaluate -- --entry-delay 1` on October to December 2018,
 * signals of kurs_ai_v2: of all hours and of 03-16 New York the greater, rounded up
 * (models/README.md). It only lowers the stated probability.
 */
export const edgeLostInAMinute: Readonly<Record<Duration, number>> = { 2: 0.46, 3: 0.35, 5: 0.27, 7: 0.22, 10: 0.22 };

/**
 * The share of the edge that an entry `delayMs` later still has, 0 to 1; nothing is measured beyond
 * a minute.
 */
export const edgeLeft = (duration: Duration, delayMs: number): number =>
  1 - edgeLostInAMinute[duration] * Math.min(1, Math.max(0, delayMs / minuteMs));
