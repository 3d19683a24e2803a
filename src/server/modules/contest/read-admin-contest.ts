import type { AdminContest, AdminProof } from '#contract/contest.ts';
import { toInstant } from '#contract/wire.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import { apiError } from '#server/http/api-error.ts';
import { proofsUntil } from './draw/award-prizes.ts';
import type { DrawContest } from './draw/draw-contest.ts';
import { listStandings, type Standing } from './entries.repository.ts';
import { countWinnersProofs, listPendingProofs } from './proofs/proofs.repository.ts';
import type { ReadContest } from './read-contest.ts';
import { listWinners, type Winner } from './draw/winners.repository.ts';
import type { ContestParts } from './contest-parts.ts';

export const createReadAdminContest =
  ({ db, currentContest, clock }: ContestParts, readContest: ReadContest, drawContest: DrawContest) =>
  async (lang: Language): Promise<AdminContest> => {
    const row = await currentContest();
    if (!row) throw apiError('contest_off');
    const [contest, standings, winners, proofCounts, proofs, notReady] = await Promise.all([
      readContest(null, lang),
      listStandings(db, row.id),
      listWinners(db, row.id),
      countWinnersProofs(db, row.id),
      listPendingProofs(db, row.id),
      drawContest.notReady(row),
    ]);
    return {
      contest,
      progress: getProgress(standings),
      notReady,
      winners: winners.map((winner) => toWinnerDto(winner, proofCounts.get(winner.userId) ?? 0, clock.now())),
      proofs: proofs.map(toProofDto),
    };
  };

function getProgress(standings: readonly Standing[]): number[] {
  const progress = Array.from({ length: contestRules.trades + 1 }, () => 0);
  for (const { count } of standings) {
    const place = Math.min(count, contestRules.trades);
    progress[place] = (progress[place] ?? 0) + 1;
  }
  return progress;
}

function toWinnerDto(winner: Winner, proofs: number, now: number): AdminContest['winners'][number] {
  const { rank, prize, number, hash, status, email } = winner;
  const until = proofsUntil(winner.statusAt).getTime();
  const isOverdue = status === 'awaiting' && now > until;
  return { rank, prize, number, hash, status, email, proofs, proofsUntil: toInstant(until), isOverdue };
}

function toProofDto(row: Awaited<ReturnType<typeof listPendingProofs>>[number]): AdminProof {
  const { id, signalId, status, email, type, bytes, symbol, direction, duration, issuedAt } = row;
  const signal =
    symbol !== null && direction !== null && duration !== null && issuedAt !== null
      ? { symbol, direction, duration, issuedAt: toInstant(issuedAt.getTime()) }
      : null;
  return { id, signalId, sentAt: toInstant(row.sentAt.getTime()), status, email, type, bytes, signal };
}
