import { mapKeys } from '../objects.ts';
import type { Outcome } from './outcome.ts';

export const limitNames = ['lossesInARow', 'lossesADay', 'signalsADay'] as const;
export type LimitName = (typeof limitNames)[number];

/** The trader's own limits for one day; null: no limit of that kind. */
export type OwnLimits = Readonly<Record<LimitName, number | null>>;

export const ownLimitRange: Record<LimitName, { readonly min: number; readonly max: number }> = {
  lossesInARow: { min: 1, max: 20 },
  lossesADay: { min: 1, max: 50 },
  signalsADay: { min: 1, max: 100 },
};

export const noLimits: OwnLimits = { lossesInARow: null, lossesADay: null, signalsADay: null };

/** Instants in milliseconds. */
export interface StoredLimits {
  readonly limits: OwnLimits;
  /** Looser limits that take effect at a later instant. */
  readonly next: { readonly from: number; readonly limits: OwnLimits } | null;
}

export const limitsAt = ({ limits, next }: StoredLimits, now: number): OwnLimits =>
  next && next.from <= now ? next.limits : limits;

/**
 * Tightening takes effect at once, loosening from tomorrow on, so that a limit cannot be lifted in
 * the heat of a loss.
 */
export function changeLimits(saved: StoredLimits, wanted: OwnLimits, now: number, tomorrow: number): StoredLimits {
  const today = limitsAt(saved, now);
  const limits: OwnLimits = mapKeys(limitNames, (name) => stricter(today[name], wanted[name]));
  const isReached = limitNames.every((name) => limits[name] === wanted[name]);
  return { limits, next: isReached ? null : { from: tomorrow, limits: wanted } };
}

const stricter = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** Totals of the current day. */
interface DaySoFar {
  readonly signals: number;
  readonly losses: number;
  /** Since the last win; ties neither count nor reset it. */
  readonly lossesInARow: number;
}

/** `results` of a day, newest first; null: the signal is open. Void signals are ignored. */
export function countDay(results: readonly (Outcome | null)[]): DaySoFar {
  const counted = results.filter((result) => result !== 'void');
  const countLosses = (some: typeof counted): number => some.filter((result) => result === 'unsuccessful').length;
  const lastWin = counted.indexOf('successful');
  return {
    signals: counted.length,
    losses: countLosses(counted),
    lossesInARow: countLosses(lastWin < 0 ? counted : counted.slice(0, lastWin)),
  };
}

/** The first limit that the day has reached; null: none. */
export function reachedLimit(limits: OwnLimits, { signals, losses, lossesInARow }: DaySoFar): LimitName | null {
  const reached: Record<LimitName, number> = { lossesInARow, lossesADay: losses, signalsADay: signals };
  return limitNames.find((name) => reached[name] >= (limits[name] ?? Number.POSITIVE_INFINITY)) ?? null;
}
