import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { lockContest } from './contests.repository.ts';
import type { CurrentContest } from './current-contest.ts';
import { removeEntry } from './entries.repository.ts';

/** Takes part no more: the entry goes with its trades and screenshots. Again: nothing happens. */
export type LeaveContest = (userId: string) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly currentContest: CurrentContest;
}

/** Until the list is closed: what is signed by then is what the draw counts with. Whoever joins again has their trades read again. */
export const createLeaveContest =
  ({ db, currentContest }: Needs): LeaveContest =>
  async (userId) => {
    const contest = await currentContest();
    if (!contest) return;
    await inTransaction(db, async (tx) => {
      const { closedAt } = await lockContest(tx, contest.id);
      if (closedAt) throw apiError('contest_closed');
      await removeEntry(tx, contest.id, userId);
    });
  };
