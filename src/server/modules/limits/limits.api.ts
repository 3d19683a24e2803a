import type { Transaction } from '#server/database/connection.ts';

interface TraderOfUser {
  readonly userId: string;
  readonly traderId: string;
}

/** Transfers the stop for the day from a deleted account to the next one with the same trader. */
export interface CarriedStops {
  /** Call before the limits of the deleted account are deleted. */
  save(tx: Transaction, deleted: TraderOfUser): Promise<void>;
  /** Call once the trader is confirmed for the user. */
  apply(tx: Transaction, confirmed: TraderOfUser): Promise<void>;
}
