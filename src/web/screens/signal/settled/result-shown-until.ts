import type { Signal } from '#contract/signals.ts';
import { hourMs } from '#domain/time.ts';

/**
 * When a settled signal leaves the screen: an hour after its expiry, or after its issue if it was
 * never entered. Null: it is still open, and stays until it is settled.
 */
export const resultShownUntil = ({ status, expiresAt, time }: Signal): number | null =>
  status === 'settled' ? Date.parse(expiresAt ?? time) + hourMs : null;

export function isResultOver(signal: Signal, now: number): boolean {
  const until = resultShownUntil(signal);
  return until !== null && now >= until;
}
