import { contestRules } from '#domain/contest/contest-rules.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { listUndrawn } from '../contests.repository.ts';
import type { DrawContest } from './draw-contest.ts';
import { listUnread } from '../entries.repository.ts';
import { deleteUserProofs } from '../proofs/proofs.repository.ts';
import type { ContestParts } from '../contest-parts.ts';

export interface ContestRounds extends Repeating {
  /** Runs one round now. */
  turn(stopping?: AbortSignal): Promise<void>;
}

const everyMs = minuteMs;
/** The sandbox stores the newest 200 trades: no user makes as many between two reads. */
const readEveryMs = hourMs;
const readAtOnce = 20;

/**
 * Once a minute: announces, reads the trades of participants, draws ended contests and deletes
 * expired ones. Several processes may run it: each step is taken once.
 */
export function createContestRounds(needs: ContestParts, drawContest: DrawContest): ContestRounds {
  const { db, clock, log, syncEach } = needs;

  const readTrades = async (stopping?: AbortSignal): Promise<void> => {
    const contest = await needs.currentContest();
    const now = clock.now();
    if (!contest || !syncEach || now < contest.startsAt.getTime() || now >= contest.endsAt.getTime()) return;
    const unread = await listUnread(db, contest.id, new Date(now - readEveryMs), readAtOnce);
    await syncEach(contest, unread, stopping);
  };

  const drawDue = async (stopping?: AbortSignal): Promise<void> => {
    for (const contest of await listUndrawn(db, new Date(clock.now()))) {
      const waitsFor = await drawContest.draw(contest, null, stopping);
      if (waitsFor === null) log.info({ contest: contest.id }, 'contest winners drawn');
    }
  };

  const deleteOldProofs = async (): Promise<void> => {
    const retentionMs = contestRules.proofRetentionDays * dayMs;
    const count = await deleteUserProofs(db, new Date(clock.now() - retentionMs));
    if (count > 0) log.info({ count }, 'deleted screenshots of past contests');
  };

  const onError = (error: unknown): void => log.error({ err: error }, 'contest task failed; retrying in a minute');

  const turn = async (stopping?: AbortSignal): Promise<void> => {
    await readTrades(stopping).catch(onError);
    await deleteOldProofs().catch(onError);
    await drawDue(stopping);
  };

  return { turn, ...repeat({ everyMs, task: turn, onError, after: needs.after }) };
}
