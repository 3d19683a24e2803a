import { listText } from '#domain/contest/contest-draw.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { NoteSigner } from '#server/modules/record/record.api.ts';
import { type ContestRow, lockContest, updateContest } from './contests.repository.ts';
import { listStandings, numberEntries, type Standing } from './entries.repository.ts';
import { hashText } from './hash-text.ts';
import type { IsTeamMember } from './is-team-member.ts';

export type CloseContest = (contestId: string) => Promise<ContestRow>;

interface Needs {
  readonly db: Database;
  readonly signer: NoteSigner;
  readonly isTeamMember: IsTeamMember;
  readonly clock: Clock;
}

/**
 * Numbers the entries with all required trades by the time of joining and fixes their list by
 * signing its hash. Runs once.
 */
export const createCloseContest =
  ({ db, signer, isTeamMember, clock }: Needs): CloseContest =>
  (contestId) =>
    inTransaction(db, async (tx) => {
      const contest = await lockContest(tx, contestId);
      if (contest.closedAt) return contest;
      const isEligible = (standing: Standing): boolean =>
        standing.count >= contestRules.trades && !standing.isBlocked && !isTeamMember(standing);
      const entries = (await listStandings(tx, contestId)).filter(isEligible).map(({ entryId }) => entryId);
      await numberEntries(tx, contestId, entries);
      const list = listText(contestId, entries);
      const listHash = await hashText(list);
      const note = signer.sign(noteText(signer.name, contest, entries.length, listHash));
      return updateContest(tx, contestId, { closedAt: new Date(clock.now()), list, listHash, note });
    });

/** The first line differs from that of a checkpoint, so that neither can pass for the other. */
const noteText = (name: string, { id, commitment }: ContestRow, count: number, listHash: string): string =>
  [`${name}/contest`, `contest ${id}`, `entries ${count}`, `list ${listHash}`, `commitment ${commitment}`, ''].join(
    '\n',
  );
