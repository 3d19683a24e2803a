import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { CurrentContest } from './current-contest.ts';
import type { DrawContest } from './draw-contest.ts';

export type DrawByHand = (adminId: string) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly currentContest: CurrentContest;
  readonly drawContest: DrawContest;
  readonly clock: Clock;
}

/** What the round of the next minute would do anyway: nobody can draw early, or twice. */
export const createDrawByHand =
  ({ db, currentContest, drawContest, clock }: Needs): DrawByHand =>
  async (adminId) => {
    const contest = await currentContest();
    if (!contest) throw problem('contest_off');
    if (contest.drawnAt) return;
    const waitsFor = await drawContest.draw(contest);
    if (waitsFor !== null) throw problem('draw_not_ready', { details: { waitsFor } });
    const entry = { actorId: adminId, targetId: contest.id, at: new Date(clock.now()) };
    await db.transaction((tx) => writeAudit(tx, { ...entry, action: 'contest.draw' }));
  };
