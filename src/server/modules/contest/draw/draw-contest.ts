import type { AdminContest } from '#contract/contest.ts';
import { timeOfRound } from '#domain/contest/beacon-chain.ts';
import { closingRules } from '#domain/contest/contest-closing.ts';
import { apiError } from '#server/http/api-error.ts';
import { BeaconSilent } from '#server/integrations/beacon/beacon.ts';
import { dayMs } from '#domain/time.ts';
import type { ContestHead } from '../contests.repository.ts';
import { listUnread } from '../entries.repository.ts';
import { countPendingTrades } from '../proofs/proofs.repository.ts';
import type { ContestParts } from '../contest-parts.ts';
import { createCloseContest } from './close-contest.ts';
import { createDrawWinners } from './draw-winners.ts';

type NotReady = NonNullable<AdminContest['notReady']>;

export type DrawContest = ReturnType<typeof createDrawContest>;

/** Max wait of a list for a broker that is down; then the known trades decide. */
const timeoutMs = dayMs;
const readAtOnce = 200;

export function createDrawContest(needs: ContestParts) {
  const { db, syncEach, clock } = needs;
  const closeContest = createCloseContest(needs);
  const drawWinners = createDrawWinners(needs);

  /** Trades that closed at the last moment are known only after a read that follows the end. */
  const unread = ({ id, endsAt }: ContestHead, limit: number) =>
    syncEach ? listUnread(db, id, endsAt, limit) : Promise.resolve([]);

  const isWithin = ({ endsAt }: ContestHead, ms: number): boolean => clock.now() < endsAt.getTime() + ms;

  const isRoundDue = (round: number): boolean => clock.now() >= timeOfRound(needs.beacon.chain, round);

  const notReady = async (contest: ContestHead): Promise<NotReady | null> => {
    if (contest.drawnAt) return null;
    if (contest.round !== null) return isRoundDue(contest.round) ? null : 'round_pending';
    // An older release closed the list without a round.
    if (contest.closedAt) return null;
    if (isWithin(contest, 0)) return 'not_over';
    if (isWithin(contest, closingRules.decideWithinMs) && (await countPendingTrades(db, contest.id)) > 0)
      return 'screenshots_pending';
    return isWithin(contest, timeoutMs) && (await unread(contest, 1)).length > 0 ? 'trades_unread' : null;
  };

  return {
    /** What a draw would wait for now; null: nothing, or it has taken place. */
    notReady,
    /**
     * Closes and draws as far as possible: null when the draw has taken place. `adminId`: who
     * requested it; null: it is due.
     */
    draw: async (contest: ContestHead, adminId: string | null, stopping?: AbortSignal): Promise<NotReady | null> => {
      if (contest.drawnAt) return null;
      const isOver = clock.now() >= contest.endsAt.getTime();
      if (isOver && !contest.closedAt) await syncEach?.(contest, await unread(contest, readAtOnce), stopping);
      // A list is never closed after a read that was cut short.
      if (stopping?.aborted) return 'trades_unread';
      const error = await notReady(contest);
      if (error) return error;
      const closed = await closeContest(contest.id);
      if (closed.drawnAt) return null;
      if (closed.round !== null && !isRoundDue(closed.round)) return 'round_pending';
      try {
        await drawWinners(closed, adminId);
        return null;
      } catch (silence) {
        if (!(silence instanceof BeaconSilent)) throw silence;
        needs.log.warn({ err: silence, contest: contest.id }, 'draw is waiting for its beacon; retrying every minute');
        return 'beacon_silent';
      }
    },
  };
}

/** Does what the next round would do anyway: nobody can draw early or twice. */
export const createDrawByHand =
  ({ currentContest }: ContestParts, drawContest: DrawContest) =>
  async (adminId: string): Promise<void> => {
    const contest = await currentContest();
    if (!contest) throw apiError('contest_off');
    if (contest.drawnAt) return;
    const waitsFor = await drawContest.draw(contest, adminId);
    if (waitsFor !== null) throw apiError('draw_not_ready', { details: { waitsFor } });
  };
