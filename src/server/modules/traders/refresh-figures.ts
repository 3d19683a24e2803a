import { hourMs, minuteMs } from '#domain/time.ts';
import { isId, toInstant } from '#contract/wire.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { getTrader, saveAnswer, saveAnswerWithin } from './broker-answer.ts';
import type { TradersContext } from './traders-context.ts';
import { findUserForUpdate, listUncheckedTraders } from './traders.repository.ts';

/** The first round runs after startup, the next ones hourly. */
const firstRoundMs = minuteMs;
const nextRoundMs = hourMs;

/** The daily figures of every confirmed trader. */
export function refreshRegularly(ctx: TradersContext): Repeating {
  /** Where the next batch begins; null: a new round. */
  let from: string | null = null;
  return repeat({
    firstAfterMs: firstRoundMs,
    everyMs: nextRoundMs,
    task: async (stopping) => {
      const next = await refreshFigures(ctx, from, () => stopping.aborted);
      from = next?.after ?? null;
      return next?.inMs;
    },
    onError: (error) => {
      from = null;
      ctx.log.error({ err: error }, 'refreshing trader figures failed; retrying');
    },
    after: ctx.scheduler.after,
  });
}

const batchSize = 100;
/** Concurrent calls: all that the broker client allows for background work. */
const lanes = 2;

/**
 * Requests the turnover of a batch of traders that were not requested today. Returns how to
 * continue; null: all are done. Holds one batch in memory; traders requested today are not listed
 * again, so a batch can be restarted. A trader whose answer cannot be saved holds up no other.
 */
export async function refreshFigures(
  ctx: TradersContext,
  after: string | null,
  isStopping: () => boolean,
): Promise<{ after: string | null; inMs: number } | null> {
  const day = toInstant(ctx.clock.now()).slice(0, 10);
  const batch = await listUncheckedTraders(ctx.db, { day, after, limit: batchSize });
  const waiting = batch.values();
  let retryAfterS: number | null = null;
  const lane = async (): Promise<void> => {
    for (const { userId, traderId } of waiting) {
      if (isStopping() || retryAfterS !== null) return;
      try {
        const account = await ctx.broker.findTrader(traderId, { isBackground: true });
        if (account) await saveAnswer(ctx, userId, account);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        if (error instanceof BrokerUnavailable) retryAfterS = error.retryAfterS;
        else ctx.log.error({ err: error, userId }, 'the figures of a trader could not be saved; trying tomorrow');
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (isStopping()) return null;
  if (retryAfterS !== null) return { after, inMs: retryAfterS * 1000 };
  return batch.length < batchSize ? null : { after: batch.at(-1)?.userId ?? null, inMs: 0 };
}

/** An administrator refreshes a user's trader data from the broker. */
export async function checkUserBalance(
  ctx: TradersContext,
  { adminId, userId }: { readonly adminId: string; readonly userId: string },
): Promise<void> {
  const user = isId(userId) ? await ctx.accounts.findUser(userId) : undefined;
  if (!user) throw apiError('user_not_found');
  if (user.referralId === null) throw apiError('user_without_trader');
  const account = await getTrader(ctx, user.referralId, { fresh: true });
  await inTransaction(ctx.db, async (work) => {
    await findUserForUpdate(work.tx, user.id);
    await writeAudit(work.tx, {
      actorId: adminId,
      action: 'user.checkBalance',
      targetId: user.id,
      before: { balance: user.balance },
      after: { balance: account.balance ?? user.balance },
      at: new Date(ctx.clock.now()),
    });
    await saveAnswerWithin(ctx, work, user.id, account);
  });
}
