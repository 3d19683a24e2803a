import type { Direction } from '../market/direction.ts';

/**
 * A trade as reported by the partner broker. Amounts in US dollars, instants in milliseconds UTC.
 */
export interface BrokerTrade {
  readonly id: string;
  /** Six letters, in our own format. */
  readonly symbol: string;
  readonly direction: Direction;
  readonly stake: number;
  /** The part of the stake that was a bonus. */
  readonly bonusStake: number;
  /** Minutes. */
  readonly duration: number;
  readonly openedAt: number;
  readonly closesAt: number;
  /** Profit on top of the stake; null while the trade is open. */
  readonly profit: number | null;
}
