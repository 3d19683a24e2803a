import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { lockContest } from './contests.repository.ts';
import type { CurrentContest } from './current-contest.ts';
import { removeEntry } from './entries.repository.ts';

/** Ends participation: deletes the entry with its trades and screenshots. Idempotent. */
export type LeaveContest = (userId: string) => Promise<void>;

interface LeaveContestDependencies {
  readonly db: Database;
  readonly currentContest: CurrentContest;
}

/**
 * Only until the list is closed, because the draw counts with the signed list. A user who rejoins
 * has their trades read again.
 */
export const createLeaveContest =
  ({ db, currentContest }: LeaveContestDependencies): LeaveContest =>
  async (userId) => {
    const contest = await currentContest();
    if (!contest) return;
    await inTransaction(db, async ({ tx }) => {
      const { closedAt } = await lockContest(tx, contest.id);
      if (closedAt) throw apiError('contest_closed');
      await removeEntry(tx, contest.id, userId);
    });
  };
