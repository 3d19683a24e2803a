import { isId } from '#contract/wire.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { getTrader } from './get-trader.ts';
import { saveAnswerWithin } from './save-answer.ts';
import type { TradersContext } from './traders-context.ts';
import { findUserForUpdate } from './traders.repository.ts';

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
