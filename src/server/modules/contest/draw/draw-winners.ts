import { drawNumber, rankEntries } from '#record/contest-draw.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { sha256Hex } from '#node/sha256.ts';
import { getEntries } from './closed-list.ts';
import { type ContestRow, lockContest, updateContest } from '../contests.repository.ts';
import type { ContestParts } from '../contest-parts.ts';

/**
 * Draws a contest whose list is closed: computed from that list and the beacon's round alone, and
 * saved once. `adminId`: who requested it, audited with the draw if it is theirs; null: it is due.
 * Rejects with BeaconSilent while the beacon has no value.
 */
export const createDrawWinners =
  ({ db, beacon, awardPrizes, clock }: ContestParts) =>
  async (contest: ContestRow, adminId: string | null): Promise<void> => {
    const { id, listHash, round } = contest;
    if (listHash === null || round === null) throw new Error('cannot draw a contest before its list is closed');
    const { signature, randomness } = await beacon.read(round);
    const number = await drawNumber(sha256Hex, listHash, randomness);
    const ranked = await rankEntries(sha256Hex, number, getEntries(contest).length);
    const first = ranked.slice(0, contestRules.winners);
    const awards = first.map((entry, place) => ({ rank: place + 1, prize: place + 1, entry }));
    await inTransaction(db, async ({ tx }) => {
      if ((await lockContest(tx, id)).drawnAt) return;
      const drawnAt = new Date(clock.now());
      await updateContest(tx, id, { drawnAt, signature, randomness, number });
      await awardPrizes(tx, id, awards, drawnAt);
      if (adminId !== null)
        await writeAudit(tx, { actorId: adminId, action: 'contest.draw', targetId: id, at: drawnAt });
    });
  };
