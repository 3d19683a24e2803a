import { rankEntries } from '#record/contest-draw.ts';
import { mayBecome, type WinnerStatus } from '#domain/contest/contest-status.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { sha256Hex } from '#node/sha256.ts';
import { getEntries } from './closed-list.ts';
import { type ContestRow, lockContest } from '../contests.repository.ts';
import { listWinners, updateWinner } from './winners.repository.ts';
import type { ContestParts } from '../contest-parts.ts';

type ChangeWinner = (change: {
  readonly adminId: string;
  readonly rank: number;
  readonly status: Exclude<WinnerStatus, 'awaiting'>;
  readonly reason?: string | undefined;
}) => Promise<void>;

/** A forfeited prize goes to the next rank of the same draw. */
export const createChangeWinner = ({ db, currentContest, awardPrizes, clock }: ContestParts): ChangeWinner => {
  const passOn = async (tx: Transaction, contest: ContestRow, lost: { rank: number; prize: number }, at: Date) => {
    const { number } = contest;
    if (number === null) throw new Error('contest has winners but no draw');
    const ranked = await rankEntries(sha256Hex, number, getEntries(contest).length);
    const entry = ranked[lost.rank - 1];
    if (entry) await awardPrizes(tx, contest.id, [{ rank: lost.rank, prize: lost.prize, entry }], at);
  };

  return async ({ adminId, rank, status, reason }) => {
    const current = await currentContest();
    if (!current) throw apiError('contest_off');
    await inTransaction(db, async ({ tx }) => {
      const contest = await lockContest(tx, current.id);
      const winners = await listWinners(tx, contest.id);
      const winner = winners.find((one) => one.rank === rank);
      if (!winner) throw apiError('not_found');
      if (!mayBecome(winner.status, status)) throw apiError('winner_not_changeable');
      const at = new Date(clock.now());
      await updateWinner(tx, winner, { status, statusAt: at });
      const next = Math.max(...winners.map((one) => one.rank)) + 1;
      if (status === 'forfeited') await passOn(tx, contest, { rank: next, prize: winner.prize }, at);
      const before = { status: winner.status };
      const entry = { actorId: adminId, targetId: `${contest.id}/${rank}`, before, after: { status }, reason, at };
      await writeAudit(tx, { ...entry, action: 'contest.changeWinner' });
    });
  };
};
