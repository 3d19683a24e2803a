import type { Direction } from '../market/direction.ts';
import { toPoints } from '../market/price.ts';

/** How a signal ended, in the words of the wire: win, tie, loss, not counted. */
export const outcomes = ['successful', 'neutral', 'unsuccessful', 'void'] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a signal is void. */
export const voidReasons = ['no_entry_tick', 'no_closing_tick', 'feed_gap', 'operator'] as const;
export type VoidReason = (typeof voidReasons)[number];

/** Why an operator voids: one of these stands on the record, the words beside it in the audit log. */
export const voidCauses = ['feed_gap', 'wrong_price', 'outside_hours', 'other'] as const;
/** Characters: whoever voids has something to say. */
export const voidReasonLength = { min: 20, max: 500 } as const;
export type VoidCause = (typeof voidCauses)[number];

/** Equal to the pair's last digit is neutral; else the direction decides. Prices in quote currency, `digits` decimals. */
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

/** Null for a tie and for a void signal; its `result` tells them apart. */
export const isWinner = (outcome: Outcome): boolean | null =>
  outcome === 'successful' ? true : outcome === 'unsuccessful' ? false : null;
