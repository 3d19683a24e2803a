import type { Direction } from '../market/direction.ts';

/** What a trade and the signal it follows have in common. Duration in minutes. */
interface Position {
  readonly symbol: string;
  readonly direction: Direction;
  readonly duration: number;
}

/** Instants in milliseconds UTC. */
export interface PlacedTrade extends Position {
  readonly openedAt: number;
}
export interface TradableSignal extends Position {
  readonly id: string;
  readonly issuedAt: number;
}

/** Whether the trade was opened as the signal said, at most `withinMs` after its issue. */
export function followsSignal(trade: PlacedTrade, signal: TradableSignal, withinMs: number): boolean {
  const waited = trade.openedAt - signal.issuedAt;
  const isSamePosition =
    trade.symbol === signal.symbol && trade.direction === signal.direction && trade.duration === signal.duration;
  return isSamePosition && waited >= 0 && waited <= withinMs;
}
