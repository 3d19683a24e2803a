import type { Transaction } from '#server/database/connection.ts';

export interface TraderOfUser {
  readonly userId: string;
  readonly traderId: string;
}

export interface LimitsApi {
  /** Time zone in which the days of limits are counted. */
  readonly timezone: string;
  /** Throws `stopped_for_today`; checked for every signal, however it was requested. */
  assertNotStopped(userId: string): Promise<void>;
  /**
   * Those of the users who have asked for a stop that has not ended at this instant of the market.
   * Complete in a transaction that has ordered its writes: no later stop is answered before its end.
   */
  listAskedStops(tx: Transaction, userIds: readonly string[], at: Date): Promise<ReadonlySet<string>>;
  /** Those of the users whom `assertNotStopped` would reject. */
  listStopped(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Transfers the stop for the day from a deleted account to the next one with the same trader.
   * Called once the trader is confirmed for the user.
   */
  applyCarriedStop(tx: Transaction, confirmed: TraderOfUser): Promise<void>;
  /** Called before the answer, when a user has stopped signals until the day ends. */
  onStopped(listener: (userId: string) => Promise<void>): void;
}
