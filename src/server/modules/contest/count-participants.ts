import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ContestHead } from './contests.repository.ts';
import {
  countResults,
  findNextLeaf,
  listUncounted,
  listWithOutcome,
  type Results,
  saveCountedTo,
  saveResults,
} from './draw/results.repository.ts';
import type { ContestParts } from './contest-parts.ts';

const participantsAtOnce = 200;
const leavesAtOnce = 2_000;

/**
 * Counts the outcomes of some participants: of those who joined, then of those who received outcomes
 * since. False: nothing is left to count.
 *
 * A participant is counted from all own signals each time, so a batch may be repeated, and an outcome
 * that was voided later counts no more.
 */
export function createCountParticipants(
  { leaderDb: db }: Pick<Platform, 'leaderDb'>,
  { currentContest }: Pick<ContestParts, 'currentContest'>,
) {
  const count = async (contest: ContestHead, userIds: readonly string[]): Promise<void> => {
    if (userIds.length === 0) return;
    await inTransaction(db, async ({ tx }) => {
      const results = await countResults(tx, contest, userIds);
      await saveResults(tx, contest.id, results.map(withLowerBound));
    });
  };

  return async (): Promise<boolean> => {
    const contest = await currentContest();
    if (!contest) return false;
    const next = await findNextLeaf(db);
    const { resultsCountedTo: from } = contest;
    if (from === null) {
      // Before the first participant is counted, so that no later outcome is missed.
      await saveCountedTo(db, contest.id, next);
      return true;
    }
    const uncounted = await listUncounted(db, contest.id, participantsAtOnce);
    await count(contest, uncounted);
    if (uncounted.length === participantsAtOnce) return true;
    const to = Math.min(next, from + leavesAtOnce);
    if (to <= from) return false;
    await count(contest, await listWithOutcome(db, contest.id, { from, to }));
    await saveCountedTo(db, contest.id, to);
    return to < next;
  };
}

const withLowerBound = (results: Results) => {
  const { won, decided } = results;
  const interval = decided < minOutcomesForRate ? null : wilsonInterval(won, decided);
  return { ...results, lowerBound: interval && interval.low };
};
