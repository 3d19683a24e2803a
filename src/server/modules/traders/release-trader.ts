import { isId } from '#contract/wire.ts';
import { dayMs } from '#domain/time.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { MessageContent } from '#server/deliveries/message.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import {
  endRunningCheck,
  findUser,
  findUserForUpdate,
  listRefusedClaimants,
  removeTrader,
} from './traders.repository.ts';
import type { TradersContext } from './traders-context.ts';

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
    await releaseClaim(ctx, tx, { id, referralId }, 'id_released');
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

/** Removes a broker id from an account whose row the caller has locked, and mails its owner. */
export async function releaseClaim(
  ctx: TradersContext,
  tx: Transaction,
  { id: userId, referralId: traderId }: { readonly id: string; readonly referralId: string },
  kind: 'id_released' | 'id_lapsed' | 'id_reclaimed',
): Promise<void> {
  await removeTrader(tx, userId);
  await endRunningCheck(tx, userId, null);
  await notifyClaimant(ctx, tx, userId, { kind, traderId });
}

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
