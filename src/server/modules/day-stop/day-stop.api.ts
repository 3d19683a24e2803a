import type { Transaction } from '#server/database/connection.ts';

export interface DayStopApi {
  /** Time zone in which days are counted. */
  readonly timezone: string;
  /** Throws `stopped_for_today`; checked for every signal, however it was requested. */
  assertNotStopped(userId: string): Promise<void>;
  /**
   * Those of the users who have stopped signals. Complete in a transaction that has ordered its
   * writes: no later stop is answered before its end.
   */
  listStopped(userIds: readonly string[], tx?: Transaction): Promise<ReadonlySet<string>>;
  /** Called before the answer, when a user has stopped signals until the day ends. */
  onStopped(listener: (userId: string) => Promise<void>): void;
}
