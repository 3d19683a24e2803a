import {
  type Closing,
  closingLeaf,
  closingText,
  decidingRound,
  isClosingLeaf,
} from '#domain/contest/contest-closing.ts';
import { type ClosedList, listText, countUndecided } from '#record/contest-draw.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { orderWrites } from '#server/database/locks.ts';
import { appendClosing, findClosing } from '#server/modules/record/append/append-closing.ts';
import { sha256Hex } from '#node/sha256.ts';
import { parseClosedList } from './closed-list.ts';
import { type ContestRow, lockContest, updateContest } from '../contests.repository.ts';
import { listStandings, numberEntries, type Standing } from '../entries.repository.ts';
import { listDecisions } from '../proofs/proofs.repository.ts';
import type { ContestParts } from '../contest-parts.ts';

/**
 * Fixes the list of entries and every decision on a screenshot by signing their hash, with the time,
 * the state of the public record and the beacon's round that follows from the time, and appends it
 * to the record. Runs once: in a restored database with the closing that the record has.
 */
export const createCloseContest = ({ db, signer, readHead, beacon, isTeamMember, clock }: ContestParts) => {
  const isEligible = (standing: Standing): boolean =>
    standing.count >= contestRules.trades && !standing.isBlocked && !isTeamMember(standing);

  const makeList = async (tx: Transaction, contest: string): Promise<ClosedList> => {
    const entries = (await listStandings(tx, contest)).filter(isEligible).map(({ entryId }) => entryId);
    await numberEntries(tx, contest, entries);
    return { contest, entries, screenshots: await listDecisions(tx, contest) };
  };

  return async (contestId: string): Promise<ContestRow> => {
    const { size, root } = await readHead();
    return inTransaction(db, async ({ tx }) => {
      const row = await lockContest(tx, contestId);
      if (row.round !== null || row.drawnAt) return row;
      // An older release may have signed the list already: then only the round is added.
      const list = row.list === null ? await makeList(tx, contestId) : parseClosedList(row.list);
      const text = row.list ?? listText(list);
      const listHash = await sha256Hex(text);
      // From here on, whatever is recorded comes after the closing.
      await orderWrites(tx);
      const recorded = (await findClosing(tx, contestId))?.leaf;
      const closedAt = recorded ? Date.parse(recorded.closedAt) : clock.now();
      const round = decidingRound(beacon.chain, closedAt);
      const closing: Closing = {
        origin: signer.name,
        contest: contestId,
        endsAt: row.endsAt.getTime(),
        closedAt,
        entries: list.entries.length,
        undecided: countUndecided(list.screenshots),
        listHash,
        record: { size, root: root.toString('base64') },
        chain: beacon.chain.hash,
        round,
      };
      if (!recorded) await appendClosing(tx, closingLeaf(closing));
      else if (!isClosingLeaf({ ...recorded }, closing))
        throw new Error(`the record has a closing of contest ${contestId} with another list; a backup was restored`);
      const note = signer.sign(closingText(closing));
      return updateContest(tx, contestId, { closedAt: new Date(closedAt), list: text, listHash, note, round });
    });
  };
};
