import { type Duration, durationMs } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import { edgeFrom } from './edge.ts';
import { signalLimits } from './limits.ts';

/** `passability` is in percent, `breakEven` a win rate from 0 to 1. */
interface Forecast {
  readonly duration: Duration;
  readonly passability: number;
  readonly breakEven: number;
}

/** How long after the issue an entry is advised, and how long it is worth it at all; milliseconds. */
interface EntryWindow {
  readonly adviseMs: number;
  readonly worthMs: number;
}

export type EntryState = 'now' | 'late' | 'never';

/** Enough to fill in an order; every second more costs a part of the edge. */
const adviseMs = 30_000;

/**
 * An entry is worth it until the ageing passability falls to break-even, and for a minute at most,
 * because a longer delay is not measured; it is advised for half a minute of that. Both are zero for a
 * forecast that never exceeds break-even.
 */
export function entryWindow({ duration, passability, breakEven }: Forecast): EntryWindow {
  const edge = passability - 50;
  const margin = passability - 100 * breakEven;
  if (edge <= 0 || margin <= 0) return { adviseMs: 0, worthMs: 0 };
  const worthMs = Math.min(1, margin / edge / edgeLostInAMinute[duration]) * minuteMs;
  return { adviseMs: Math.min(worthMs, adviseMs), worthMs };
}

/** How long a forecast of this passability has an edge at this payout, milliseconds. */
export const edgeHoldsMs = (
  { model, duration, passability }: Omit<Forecast, 'breakEven'> & { readonly model: string },
  payout: number,
): number => entryWindow({ duration, passability, breakEven: edgeFrom(model, payout) / 100 }).worthMs;

export function entryState({ adviseMs: advised }: EntryWindow, sinceIssueMs: number): EntryState {
  if (advised === 0) return 'never';
  return sinceIssueMs < advised ? 'now' : 'late';
}

/**
 * When a forecast issued at this time expires at the latest: its first tick may come
 * `signalLimits.entryTickWithinMs` later. Milliseconds UTC.
 */
export const latestExpiry = (issuedAt: number, duration: Duration): number =>
  issuedAt + signalLimits.entryTickWithinMs + durationMs(duration);

/**
 * The share of a forecast's edge over one half that is gone when it is entered a minute later, by
 * duration. Measured with `npm run evaluate -- --entry-delay 1` on October to December 2018,
 * signals of kurs_ai_v2: of all hours and of 03-16 New York the greater, rounded up
 * (models/README.md). It only lowers the stated probability.
 */
const edgeLostInAMinute: Readonly<Record<Duration, number>> = { 2: 0.46, 3: 0.35, 5: 0.27, 7: 0.22, 10: 0.22 };

/**
 * The share of the edge that an entry `delayMs` later still has, 0 to 1; nothing is measured beyond
 * a minute.
 */
export const edgeLeft = (duration: Duration, delayMs: number): number =>
  1 - edgeLostInAMinute[duration] * Math.min(1, Math.max(0, delayMs / minuteMs));
