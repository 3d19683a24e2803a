import type { Direction } from '../market/direction.ts';
import { toPoints } from '../market/currency-pair.ts';

/** Outcome of a signal, in API terms: win, tie, loss, not counted. */
export const outcomes = ['successful', 'neutral', 'unsuccessful', 'void'] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a signal is void. */
export const voidReasons = ['no_entry_tick', 'no_closing_tick', 'feed_gap', 'operator'] as const;
export type VoidReason = (typeof voidReasons)[number];

/**
 * Why an operator voids a signal: one of these is written to the record, the free text to the audit
 * log.
 */
export const voidCauses = ['feed_gap', 'wrong_price', 'outside_hours', 'other'] as const;
/** Length in characters; the min enforces a real explanation. */
export const voidReasonLength = { min: 20, max: 500 } as const;
export type VoidCause = (typeof voidCauses)[number];

/**
 * Neutral when both prices are equal at the pair's last digit; otherwise the direction decides.
 * Prices in quote currency, `digits` decimals.
 */
export function judge(
  direction: Direction,
  openPrice: number,
  closePrice: number,
  digits: number,
): Exclude<Outcome, 'void'> {
  const moved = toPoints(closePrice, digits) - toPoints(openPrice, digits);
  if (moved === 0) return 'neutral';
  return moved > 0 === (direction === 'BUY') ? 'successful' : 'unsuccessful';
}

/** Null for both ties and void signals; `result` distinguishes them. */
export const isWinner = (outcome: Outcome): boolean | null =>
  outcome === 'successful' ? true : outcome === 'unsuccessful' ? false : null;
