import type { Signal } from '#contract/signals.ts';
import { minuteMs } from '#domain/time.ts';

/** Later the screen opens at the choice of the next signal. */
export const resultShownMs = 10 * minuteMs;

/**
 * When a settled signal leaves the screen: ten minutes after its expiry, or after its issue if it was
 * never entered. Null: it is still open, and stays until it is settled.
 */
export const resultShownUntil = ({ status, expiresAt, time }: Signal): number | null =>
  status === 'settled' ? Date.parse(expiresAt ?? time) + resultShownMs : null;

export function isResultOver(signal: Signal, now: number): boolean {
  const until = resultShownUntil(signal);
  return until !== null && now >= until;
}
