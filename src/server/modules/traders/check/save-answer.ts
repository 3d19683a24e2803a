import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { type AccessRules, isBalanceEnough } from '#domain/accounts/access.ts';
import { type Transaction, inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import type { TraderAccount } from '#server/integrations/broker/broker.ts';
import { hourMs } from '#domain/time.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  findLastBalance,
  findUserForUpdate,
  insertBalance,
  updateTrader,
  upsertTraderDay,
} from '../traders.repository.ts';

interface SaveAnswerDependencies extends Pick<Platform, 'db' | 'enqueueUserEvents'> {
  readonly invalidateUser: (userId: string) => void;
  readonly rules: AccessRules;
}

export interface SaveAnswer {
  /**
   * Saves the broker's answer about the user's own trader and publishes it to the user's streams.
   * Returns the updated user.
   */
  (userId: string, account: TraderAccount): Promise<User | undefined>;
  /** The same within the caller's transaction. */
  within(work: UnitOfWork, userId: string, account: TraderAccount): Promise<void>;
}

export function createSaveAnswer({ db, enqueueUserEvents, invalidateUser, rules }: SaveAnswerDependencies): SaveAnswer {
  const within: SaveAnswer['within'] = async ({ tx, afterCommit }, userId, account) => {
    const user = await findUserForUpdate(tx, userId);
    if (!user || user.referralId !== account.id || isKnown(user, account)) return;
    const at = new Date(account.answeredAt);
    const money = account.balance === null ? {} : { balance: account.balance, balanceCheckedAt: at };
    await updateTrader(tx, userId, { ...money, isSelfExcluded: account.isSelfExcluded });
    await saveBalanceHistory(tx, userId, account);
    await saveTraderDay(tx, userId, account);
    // Before the event, whose reader may ask for the user at once.
    afterCommit(() => invalidateUser(userId));
    await enqueueUserEvents({ tx, afterCommit }, [balanceEvent({ ...user, ...money }, rules)]);
  };

  const save = (userId: string, account: TraderAccount) =>
    inTransaction(db, async (work) => {
      await within(work, userId, account);
      return findUserForUpdate(work.tx, userId);
    });
  return Object.assign(save, { within });
}

/**
 * A cached answer was already saved when it was fetched; one older than the saved state would
 * overwrite newer data.
 */
const isKnown = ({ balanceCheckedAt }: User, { answeredAt }: TraderAccount): boolean =>
  balanceCheckedAt !== null && balanceCheckedAt.getTime() >= answeredAt;

/** Saves every change, and an unchanged balance once an hour. */
async function saveBalanceHistory(tx: Transaction, userId: string, account: TraderAccount): Promise<void> {
  const { balance, isSelfExcluded, answeredAt } = account;
  if (balance === null) return;
  const last = await findLastBalance(tx, userId);
  const isSame = last?.balance === balance && last.isSelfExcluded === isSelfExcluded;
  if (isSame && answeredAt - last.at.getTime() < hourMs) return;
  await insertBalance(tx, { userId, at: new Date(answeredAt), balance, isSelfExcluded });
}

async function saveTraderDay(tx: Transaction, userId: string, account: TraderAccount): Promise<void> {
  const { id: traderId, netTurnover, commission, registeredAt, answeredAt } = account;
  if (netTurnover === null) return;
  const day = toInstant(answeredAt).slice(0, 10);
  const registered = registeredAt === null ? null : new Date(registeredAt);
  await upsertTraderDay(tx, { userId, traderId, day, netTurnover, commission, registeredAt: registered });
}

function balanceEvent(user: User, rules: AccessRules) {
  const { balance, balanceCheckedAt } = user;
  const isBalanceValid = isBalanceEnough(balance, rules);
  const checkedAt = toInstantOrNull(balanceCheckedAt);
  return {
    userId: user.id,
    name: 'balance' as const,
    data: { balance: shownBalance(user), isBalanceValid, checkedAt },
  };
}
