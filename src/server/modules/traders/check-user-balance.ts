import { isId } from '#contract/wire.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { getTrader } from './check/get-trader.ts';
import type { SaveAnswer } from './check/save-answer.ts';
import { findUserForUpdate } from './traders.repository.ts';

interface CheckUserBalanceDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly findUser: (id: string) => Promise<User | undefined>;
  readonly broker: Broker;
  readonly saveAnswer: SaveAnswer;
}

/** An administrator refreshes a user's trader data from the broker. */
export const createCheckUserBalance =
  ({ db, findUser, clock, broker, saveAnswer }: CheckUserBalanceDependencies) =>
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
