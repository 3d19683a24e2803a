import type { ChangeWinnerBody } from '#contract/contest.ts';
import { toInstant } from '#contract/wire.ts';
import { contestRules, drawRandom, isDrawable, mayBecome } from '#domain/contest/contest-rules.ts';
import { dayMs } from '#domain/time.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import {
  insertDrawIfAbsent,
  insertWinner,
  listWinners,
  lockDraw,
  type Standing,
  updateWinner,
} from './contest.repository.ts';
import { type ContestContext, getPeriod, listEligible } from './contest-context.ts';

/** Draws once: a repeated press changes nothing. Draws no winners when nobody has all signals. */
export async function drawWinners(ctx: ContestContext, adminId: string): Promise<void> {
  const period = getPeriod(ctx);
  const now = ctx.clock.now();
  if (!isDrawable(period, now)) throw apiError('draw_not_ready');
  await inTransaction(ctx.db, async ({ tx }) => {
    const at = new Date(now);
    if (!(await insertDrawIfAbsent(tx, { contestId: period.id, drawnAt: at }))) return;
    const eligible = await listEligible(ctx, tx);
    const drawn = drawRandom(eligible, contestRules.winners, ctx.randomInt);
    for (const [i, person] of drawn.entries()) await awardPrize(ctx, tx, person, i + 1, at);
    const after = { eligible: eligible.length, winners: drawn.length };
    await writeAudit(tx, { actorId: adminId, action: 'contest.draw', targetId: period.id, after, at });
  });
}

/** The winner and the mail are written in one transaction, so that no winner goes unnotified. */
async function awardPrize(
  ctx: ContestContext,
  tx: Transaction,
  { userId, email, lang }: Standing,
  prize: number,
  at: Date,
): Promise<void> {
  const sendUntil = new Date(at.getTime() + contestRules.screenshotDays * dayMs);
  const contestId = getPeriod(ctx).id;
  await insertWinner(tx, { contestId, userId, prize, status: 'awaiting', statusAt: at, sendUntil });
  await ctx.mail.queueMail(tx, { userId, to: email, lang, kind: 'contest_won', until: toInstant(sendUntil.getTime()) });
}

/**
 * An administrator accepts a winner's screenshots, or passes the prize on to another participant
 * drawn at random, if there is one.
 */
export async function changeWinner(
  ctx: ContestContext,
  adminId: string,
  userId: string,
  change: ChangeWinnerBody,
): Promise<void> {
  const contestId = getPeriod(ctx).id;
  await inTransaction(ctx.db, async ({ tx }) => {
    await lockDraw(tx, contestId);
    const winners = await listWinners(tx, contestId);
    const winner = winners.find((one) => one.userId === userId);
    if (!winner) throw apiError('not_found');
    if (!mayBecome(winner.status, change.status)) throw apiError('winner_not_changeable');
    const at = new Date(ctx.clock.now());
    await updateWinner(tx, winner, { status: change.status, statusAt: at });
    if (change.status === 'replaced') {
      const drawnBefore = new Set(winners.map((one) => one.userId));
      const left = (await listEligible(ctx, tx)).filter((one) => !drawnBefore.has(one.userId));
      for (const person of drawRandom(left, 1, ctx.randomInt)) await awardPrize(ctx, tx, person, winner.prize, at);
    }
    await writeAudit(tx, {
      actorId: adminId,
      action: 'contest.changeWinner',
      targetId: userId,
      reason: change.status === 'replaced' ? change.reason : undefined,
      before: { status: winner.status },
      after: { status: change.status, prize: winner.prize },
      at,
    });
  });
}
