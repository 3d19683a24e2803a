import { dayMs } from '../time.ts';

const lapsesAfterMs = 365 * dayMs;

/** Length of an administrator's reason for releasing a broker ID, in characters. */
export const releaseReasonLength = { min: 20, max: 500 } as const;

/** Instants in milliseconds UTC. */
interface TraderClaim {
  readonly confirmedAt: number;
  /** Issue time of the claimant's newest signal; null: none. */
  readonly lastSignalAt: number | null;
}

/**
 * Whether another user may claim the broker ID: it was confirmed over a year ago, and no signal was
 * issued for a year.
 */
export const isClaimLapsed = ({ confirmedAt, lastSignalAt }: TraderClaim, now: number): boolean =>
  now - Math.max(confirmedAt, lastSignalAt ?? confirmedAt) > lapsesAfterMs;
