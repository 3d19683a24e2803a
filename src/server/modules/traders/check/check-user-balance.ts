import { isId } from '#contract/wire.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { getTrader } from './get-trader.ts';
import { findUserForUpdate } from '../traders.repository.ts';
import type { TraderParts } from '../trader-parts.ts';

/** An administrator refreshes a user's trader data from the broker. */
export const createCheckUserBalance =
  ({ db, clock, broker, saveAnswer }: TraderParts, findUser: AccountsApi['findUser']) =>
  async ({ adminId: actorId, userId }: { readonly adminId: string; readonly userId: string }): Promise<void> => {
    const user = isId(userId) ? await findUser(userId) : undefined;
    if (!user) throw apiError('user_not_found');
    if (user.referralId === null) throw apiError('user_without_trader');
    const account = await getTrader(broker, user.referralId, { fresh: true });
    await inTransaction(db, async (work) => {
      await findUserForUpdate(work.tx, user.id);
      await writeAudit(work.tx, {
        actorId,
        action: 'user.checkBalance',
        targetId: user.id,
        before: { balance: user.balance },
        after: { balance: account.balance ?? user.balance },
        at: new Date(clock.now()),
      });
      await saveAnswer.within(work, user.id, account);
    });
  };
