import { minuteMs } from '#domain/time.ts';
import { startOfMinute } from '#domain/record/gaps.ts';

/** Start of the bar that had closed when a minute was stated, milliseconds UTC. */
export const getBarTime = ({ issuedAt }: { readonly issuedAt: string }): number =>
  startOfMinute(Date.parse(issuedAt)) - minuteMs;
