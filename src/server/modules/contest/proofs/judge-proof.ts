import { isId } from '#contract/wire.ts';
import type { ImageType } from '#domain/contest/contest-rules.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { holdOpen } from '../contests.repository.ts';
import { insertTrades } from '../entries.repository.ts';
import {
  findContestOfProof,
  findImage,
  findSignal,
  lockProof,
  type ProofRow,
  updateProof,
} from './proofs.repository.ts';
import type { ContestParts } from '../contest-parts.ts';

/**
 * An administrator decides once on a screenshot: an approved one of a trade counts as one more
 * trade.
 */
export const createJudgeProof =
  ({ db, clock }: ContestParts) =>
  (adminId: string, proofId: string, status: 'approved' | 'refused'): Promise<void> =>
    inTransaction(db, async ({ tx }) => {
      const contestId = isId(proofId) ? await findContestOfProof(tx, proofId) : undefined;
      if (contestId === undefined) throw apiError('not_found');
      const open = await holdOpen(tx, contestId);
      const proof = await lockProof(tx, proofId);
      if (!proof) throw apiError('not_found');
      if (proof.status !== 'pending') throw apiError('proof_not_wanted');
      if (proof.signalId !== null && !open) throw apiError('contest_closed');
      const at = new Date(clock.now());
      await updateProof(tx, proof.id, { status, decidedAt: at, decidedBy: adminId });
      if (status === 'approved') await countTrade(tx, proof);
      const before = { status: proof.status };
      const entry = { actorId: adminId, targetId: proof.id, before, after: { status }, at };
      await writeAudit(tx, { ...entry, action: 'contest.judgeProof' });
    });

async function countTrade(
  tx: Transaction,
  { id, contestId, userId, signalId }: Pick<ProofRow, 'id' | 'contestId' | 'userId' | 'signalId'>,
): Promise<void> {
  const signal = signalId === null ? undefined : await findSignal(tx, signalId);
  if (!signal) return;
  const result = signal.result === 'void' ? null : signal.result;
  const trade = { tradeId: `proof:${id}`, symbol: signal.symbol, stake: null, openedAt: signal.issuedAt, result };
  await insertTrades(tx, [{ contestId, userId, signalId: signal.id, reason: null, ...trade }]);
}

/** Every view of a user's screenshot is audited. */
export const createReadProof =
  ({ db, clock }: ContestParts) =>
  async (adminId: string, proofId: string): Promise<{ image: Buffer; type: ImageType }> => {
    const found = isId(proofId) ? await findImage(db, proofId) : undefined;
    if (!found) throw apiError('not_found');
    await inTransaction(db, ({ tx }) =>
      writeAudit(tx, {
        actorId: adminId,
        action: 'contest.readProof',
        targetId: proofId,
        at: new Date(clock.now()),
      }),
    );
    return found;
  };
