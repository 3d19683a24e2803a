import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { hourMs } from '#domain/time.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import { type Broker, BrokerUnavailable, NotStated, type TraderAccount } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { TradersContext } from './traders-context.ts';
import {
  findLastBalance,
  findUserForUpdate,
  insertBalance,
  updateTrader,
  upsertTraderDay,
} from './traders.repository.ts';
import { apiError } from '#server/http/api-error.ts';

/**
 * Saves the broker's answer about the user's own trader and publishes it to the user's streams.
 * Returns the updated user.
 */
export const saveAnswer = (ctx: TradersContext, userId: string, account: TraderAccount): Promise<User | undefined> =>
  inTransaction(ctx.db, async (work) => {
    await saveAnswerWithin(ctx, work, userId, account);
    return findUserForUpdate(work.tx, userId);
  });

/** The same within the caller's transaction. */
export async function saveAnswerWithin(
  { enqueueUserEvents, accounts, config }: TradersContext,
  { tx, afterCommit }: UnitOfWork,
  userId: string,
  account: TraderAccount,
): Promise<void> {
  const user = await findUserForUpdate(tx, userId);
  if (!user || user.referralId !== account.id || isKnown(user, account)) return;
  const at = new Date(account.answeredAt);
  const money = account.balance === null ? {} : { balance: account.balance, balanceCheckedAt: at };
  await updateTrader(tx, userId, { ...money, isSelfExcluded: account.isSelfExcluded });
  await saveBalanceHistory(tx, userId, account);
  await saveTraderDay(tx, userId, account);
  // Before the event, whose reader may ask for the user at once.
  afterCommit(() => accounts.invalidateUser(userId));
  const updated = { ...user, ...money };
  const data = {
    balance: shownBalance(updated),
    isBalanceValid: isBalanceEnough(updated.balance, config.access),
    checkedAt: toInstantOrNull(updated.balanceCheckedAt),
  };
  await enqueueUserEvents({ tx, afterCommit }, [{ userId, name: 'balance', data }]);
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

/** Broker queries of a user: enough for normal use, too few to probe other traders' ids. */
const queryLimit = { max: 10, windowMs: hourMs };

export const countBrokerQuery = ({ attempts }: TradersContext, userId: string): Promise<void> =>
  attempts.take('trader-check', userId, queryLimit);

/** Throws `trader_not_found` for one that did not register through our link, and `broker_unavailable`. */
export async function getTrader(
  { broker }: { readonly broker: Broker },
  ...query: Parameters<Broker['findTrader']>
): Promise<TraderAccount> {
  try {
    const account = await broker.findTrader(...query);
    if (account) return account;
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    // The normal course of BROKER=manual: without a cause it is not logged as an error.
    const details = error instanceof NotStated ? ({ phrase: 'id_not_stated' } as const) : { cause: error };
    throw apiError('broker_unavailable', { retryAfterS: error.retryAfterS, ...details });
  }
  throw apiError('trader_not_found');
}
