import { dayMs } from '../time.ts';

const lapsesAfterMs = 365 * dayMs;

/** Why an administrator releases a broker ID, in characters. */
export const releaseReasonLength = { min: 20, max: 500 } as const;

/** Instants in milliseconds UTC. */
interface TraderClaim {
  readonly confirmedAt: number;
  /** Of the claimant's newest signal; null: there is none. */
  readonly lastSignalAt: number | null;
}

/** Whether somebody else may claim the broker ID: it was confirmed over a year ago, and no signal was issued for a year. */
export const isClaimLapsed = ({ confirmedAt, lastSignalAt }: TraderClaim, now: number): boolean =>
  now - Math.max(confirmedAt, lastSignalAt ?? confirmedAt) > lapsesAfterMs;
