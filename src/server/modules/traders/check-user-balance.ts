import { z } from 'zod';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { problem } from '#server/http/problem.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { KeepAnswer } from './keep-answer.ts';
import { findUserForUpdate } from './traders.repository.ts';

/** An administrator has the broker asked anew about somebody's trader. */
export type CheckUserBalance = (call: { readonly adminId: string; readonly userId: string }) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly findUser: (id: string) => Promise<UserRow | undefined>;
  /** The wall's. */
  readonly clock: Clock;
  readonly askBroker: Broker['findTrader'];
  readonly keepAnswer: KeepAnswer;
}

export const createCheckUserBalance =
  ({ db, findUser, clock, askBroker, keepAnswer }: Needs): CheckUserBalance =>
  async ({ adminId: actorId, userId }) => {
    const user = z.uuid().safeParse(userId).success ? await findUser(userId) : undefined;
    if (!user) throw problem('user_not_found');
    if (user.referralId === null) throw problem('user_without_trader');
    const account = await askBroker(user.referralId, { fresh: true });
    if (!account) throw problem('trader_not_found');
    const publish = await inTransaction(db, async (tx) => {
      await findUserForUpdate(tx, user.id);
      await writeAudit(tx, {
        actorId,
        action: 'user.checkBalance',
        targetId: user.id,
        before: { balance: user.balance },
        after: { balance: account.balance ?? user.balance },
        at: new Date(clock.now()),
      });
      return keepAnswer.within(tx, user.id, account);
    });
    publish();
  };
