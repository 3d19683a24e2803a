import type { Direction } from '../market/direction.ts';

/** A trade at the partner broker, as it tells it. Money in US dollars, instants in milliseconds UTC. */
export interface BrokerTrade {
  readonly id: string;
  /** Six letters, as ours. */
  readonly symbol: string;
  readonly direction: Direction;
  readonly stake: number;
  /** How much of the stake was a bonus and nobody's own money. */
  readonly bonusStake: number;
  /** Minutes. */
  readonly duration: number;
  readonly openedAt: number;
  readonly closesAt: number;
  /** What it brought beside the stake; null: it is open. */
  readonly profit: number | null;
}
