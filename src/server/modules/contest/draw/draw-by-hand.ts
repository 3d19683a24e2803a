import { apiError } from '#server/http/api-error.ts';
import type { CurrentContest } from '../current-contest.ts';
import type { DrawContest } from './draw-contest.ts';

interface DrawByHandDependencies {
  readonly currentContest: CurrentContest;
  readonly drawContest: DrawContest;
}

/** Does what the next round would do anyway: nobody can draw early or twice. */
export const createDrawByHand =
  ({ currentContest, drawContest }: DrawByHandDependencies) =>
  async (adminId: string): Promise<void> => {
    const contest = await currentContest();
    if (!contest) throw apiError('contest_off');
    if (contest.drawnAt) return;
    const waitsFor = await drawContest.draw(contest, adminId);
    if (waitsFor !== null) throw apiError('draw_not_ready', { details: { waitsFor } });
  };
