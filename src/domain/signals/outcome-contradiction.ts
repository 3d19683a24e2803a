import { priceDigits } from '../market/currency-pair.ts';
import type { Direction } from '../market/direction.ts';
import { type Duration, durationMs } from '../market/duration.ts';
import { signalLimits } from './limits.ts';
import { judge, type Outcome } from './outcome.ts';

/** Recorded facts of a signal and of its outcome. Instants in milliseconds UTC. */
interface Issued {
  readonly symbol: string;
  readonly direction: Direction;
  readonly duration: Duration;
  readonly issuedAt: number;
}
interface Ended {
  readonly result: Exclude<Outcome, 'void'>;
  readonly openPrice: number;
  readonly openedAt: number;
  readonly closePrice: number;
  readonly closingTickAt: number;
  readonly expiresAt: number;
}

/**
 * The part of an outcome that does not follow from its signal and its own prices and instants;
 * null: all of it does.
 */
export function outcomeContradiction(issued: Issued, ended: Ended): OutcomeContradiction | null {
  const { openedAt, expiresAt, closingTickAt } = ended;
  const digits = priceDigits(issued.symbol);
  if (judge(issued.direction, ended.openPrice, ended.closePrice, digits) !== ended.result) return 'result';
  if (openedAt < issued.issuedAt || openedAt > issued.issuedAt + signalLimits.entryTickWithinMs) return 'entry';
  if (expiresAt !== openedAt + durationMs(issued.duration)) return 'expiry';
  const age = expiresAt - closingTickAt;
  return age < 0 || age > signalLimits.closingTickMaxAgeMs || closingTickAt < openedAt ? 'closing_tick' : null;
}

/**
 * `result`: the prices imply a different one. `entry`: before the issue, or too late after it.
 * `expiry`: not entry + duration. `closing_tick`: outside the signal's life, or too old to decide.
 */
export type OutcomeContradiction = 'result' | 'entry' | 'expiry' | 'closing_tick';
