import { randomUUID } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/clock.ts';
import { type GapReason, gapsBetween } from '#domain/record/gaps.ts';
import type { NewLeaf } from '#server/modules/record/append/append-leaves.ts';

/** Why minutes of this run have no forecast leaf. */
export interface GapReasons {
  readonly getReason: GetGapReason;
  /** Minutes that began earlier were not observed as a whole. */
  markStarted(): void;
  /** The forecasts of the minute that starts then could not be recorded in time. */
  markLate(minute: number): void;
}

/** Why the minute that starts then has no forecast leaf; milliseconds UTC. */
export type GetGapReason = (minute: number) => GapReason;

interface Period {
  /** Starts of minutes, milliseconds UTC: [from, to). */
  readonly from: number;
  readonly to: number;
  /** Time of the append. */
  readonly at: Date;
}

/** `isOpen`: of the market and the operator's hours, at the start of a minute. */
export function createGapReasons(clock: MarketClock, isOpen: (minute: number) => boolean): GapReasons {
  let startedAt = Number.POSITIVE_INFINITY;
  const late = new Set<number>();
  return {
    getReason: (minute) => {
      if (!isOpen(minute)) return 'closed';
      if (minute < startedAt) return 'stopped';
      return late.has(minute) ? 'late' : 'no_forecast';
    },
    markStarted: () => {
      startedAt = clock.now();
    },
    markLate: (minute) => late.add(minute),
  };
}

export const gapLeaves = (feed: string, { from, to, at }: Period, getReason: GetGapReason): NewLeaf[] =>
  gapsBetween(from, to, getReason).map((gap) => ({
    kind: 'gap',
    signalId: randomUUID(),
    at,
    leaf: { form: 'gap/1', feed, from: toInstant(gap.from), to: toInstant(gap.to), reason: gap.reason },
  }));
