import { isBalanceEnough } from '#domain/accounts/access.ts';
import { findLoss } from '#domain/accounts/trader-claim.ts';
import { isId } from '#contract/wire.ts';
import { dayMs } from '#domain/time.ts';
import { violates } from '#server/database/connection-errors.ts';
import { inTransaction, type Transaction, type UnitOfWork } from '#server/database/connection.ts';
import type { MessageContent } from '#server/deliveries/message.ts';
import { apiError } from '#server/http/api-error.ts';
import type { TraderAccount } from '#server/integrations/broker/broker.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { saveAnswerWithin } from './broker-answer.ts';
import { beginCheck, endClaim, supersedeCheck } from './trader-check.ts';
import type { TradersContext } from './traders-context.ts';
import {
  findLastSignalAt,
  findOtherHolderForUpdate,
  findUser,
  findUserForUpdate,
  listRefusedClaimants,
  moveTraderDays,
  removeTrader,
  updateReferralId,
} from './traders.repository.ts';

/**
 * The mail to a user who loses a broker ID: an administrator released it, it was not used for a year, or
 * another user has proved that the account is theirs.
 */
const lossMails = { released: 'id_released', lapsed: 'id_lapsed', reclaimed: 'id_reclaimed' } as const;

/**
 * Assigns a trader known to the broker to the user; rejected while another user holds it who does not
 * lose it (`findLoss`). `byItself`: in the background, so the user gets a mail.
 */
export async function confirmTrader(
  ctx: TradersContext,
  userId: string,
  account: TraderAccount,
  { byItself }: { readonly byItself: boolean },
): Promise<User> {
  try {
    const user = await inTransaction(ctx.db, (work) => assign(ctx, work, userId, account, byItself));
    if (!user) throw apiError('unauthenticated');
    return user;
  } catch (error) {
    throw violates(error, 'users__referral_id') ? apiError('trader_taken') : error;
  }
}

async function assign(
  ctx: TradersContext,
  work: UnitOfWork,
  userId: string,
  account: TraderAccount,
  byItself: boolean,
): Promise<User | undefined> {
  const { tx } = work;
  const traderId = account.id;
  await releaseFromOther(ctx, work, userId, traderId);
  work.afterCommit(() => ctx.accounts.invalidateUser(userId));
  const confirmedAt = new Date(ctx.clock.now());
  const proof = ctx.hasPlayMoney ? 'sandbox' : null;
  const isNew = await updateReferralId(tx, userId, { traderId, confirmedAt, proof });
  const user = isNew ? undefined : await findUserForUpdate(tx, userId);
  if (user) {
    if (user.referralId !== traderId) throw apiError('already_confirmed');
    return user;
  }
  await endClaim(ctx, tx, { userId, traderId }, 'confirmed');
  const { balance, isSelfExcluded, answeredAt } = account;
  // A user with too low a balance is likely to top up, so the balance is polled for an hour.
  if (!isSelfExcluded && !isBalanceEnough(balance, ctx.config.access))
    await beginCheck(ctx, tx, { userId, kind: 'balance', traderId }, balance === null ? null : new Date(answeredAt));
  if (byItself) {
    const { minBalance } = ctx.config.access;
    await notifyClaimant(ctx, tx, userId, { kind: 'id_confirmed', traderId, next: getNext(ctx, account), minBalance });
  }
  await saveAnswerWithin(ctx, work, userId, account);
  return findUserForUpdate(tx, userId);
}

/** Releases the trader from another holder who loses it to this user, if there is one. */
async function releaseFromOther(
  ctx: TradersContext,
  { tx, afterCommit }: UnitOfWork,
  userId: string,
  traderId: string,
): Promise<void> {
  const holder = await findOtherHolderForUpdate(tx, { userId, traderId });
  if (!holder) return;
  const { id, referralProof, referralConfirmedAt, createdAt } = holder;
  const isOwner = (await findUser(tx, userId))?.openedTraderId === traderId;
  const lastSignalAt = (await findLastSignalAt(tx, id))?.getTime() ?? null;
  const confirmedAt = (referralConfirmedAt ?? createdAt).getTime();
  const loss = findLoss({ proof: referralProof, confirmedAt, lastSignalAt }, isOwner, ctx.clock.now());
  if (!loss) return;
  await release(ctx, tx, { id, referralId: traderId }, loss);
  if (loss === 'reclaimed') await moveTraderDays(tx, traderId, userId);
  afterCommit(() => ctx.accounts.invalidateUser(id));
}

/** Removes a broker id from an account whose row the caller has locked, and mails its holder. */
async function release(
  ctx: TradersContext,
  tx: Transaction,
  { id: userId, referralId: traderId }: { readonly id: string; readonly referralId: string },
  loss: keyof typeof lossMails,
): Promise<void> {
  await removeTrader(tx, userId);
  await supersedeCheck(tx, userId);
  await notifyClaimant(ctx, tx, userId, { kind: lossMails[loss], traderId });
}

/** What the user of a confirmed trader can do; null: nothing, or the balance is not known. */
function getNext({ config }: TradersContext, { balance, isSelfExcluded }: TraderAccount): 'signals' | 'top_up' | null {
  if (isSelfExcluded || balance === null) return null;
  return isBalanceEnough(balance, config.access) ? 'signals' : 'top_up';
}

/** Rejected claims are deleted after a month. */
const rejectedWithinMs = 30 * dayMs;

interface Release {
  readonly adminId: string;
  readonly userId: string;
  readonly reason: string;
}

/**
 * Lets an administrator remove a wrong broker id from an account. Mails its owner and the users
 * whose claims were rejected.
 */
export async function releaseTrader(ctx: TradersContext, { adminId, userId, reason }: Release): Promise<void> {
  await inTransaction(ctx.db, async ({ tx }) => {
    const user = isId(userId) ? await findUserForUpdate(tx, userId) : undefined;
    if (!user || user.deletedAt) throw apiError('user_not_found');
    const { id, referralId } = user;
    if (referralId === null) throw apiError('user_without_trader');
    const at = new Date(ctx.clock.now());
    await release(ctx, tx, { id, referralId }, 'released');
    const since = new Date(at.getTime() - rejectedWithinMs);
    for (const other of await listRefusedClaimants(tx, referralId, since))
      if (other !== id) await notifyClaimant(ctx, tx, other, { kind: 'id_available', traderId: referralId });
    await writeAudit(tx, {
      actorId: adminId,
      action: 'user.releaseTrader',
      targetId: id,
      reason,
      before: { trader: masked(referralId) },
      after: { trader: null },
      at,
    });
  });
  ctx.accounts.invalidateUser(userId);
}

/**
 * Audit log entries outlive the account, so they hold enough of the id to recognise it but too
 * little to identify the user.
 */
export const masked = (traderId: string): string => `…${traderId.slice(-3)}`;

/**
 * Mails a user whose claim of a broker id has changed, since they may be offline. Part of the
 * transaction that changes it.
 */
export async function notifyClaimant(
  { mail }: TradersContext,
  tx: Transaction,
  userId: string,
  content: Extract<MessageContent, { readonly traderId: string }>,
): Promise<void> {
  const user = await findUser(tx, userId);
  if (user) await mail.queueMail(tx, { userId, to: user.email, lang: user.lang, ...content });
}
