import { type Duration, durationMs } from '../market/duration.ts';
import { limits } from './limits.ts';

/**
 * When a forecast issued at this time expires at the latest: its entry may come at the end of the
 * entry window. Milliseconds UTC.
 */
export const latestExpiry = (issuedAt: number, duration: Duration): number =>
  issuedAt + limits.entryWindowMs + durationMs(duration);
