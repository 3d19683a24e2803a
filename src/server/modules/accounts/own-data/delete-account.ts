import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { toInstant } from '#contract/wire.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';
import { storedTables } from '#server/database/stored-tables.ts';
import { traderDays } from '#server/database/tables/trader-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { accountLimits } from '../account-limits.ts';
import type { AccountsContext } from '../accounts-context.ts';
import type { CallingSession } from '../accounts.api.ts';
import { findUser, lockUser, type UserRow } from '../accounts.repository.ts';
import { hasOtherAdmin, orderUserChanges } from '../administration/admin-users.repository.ts';
import { endSessions, invalidateUser } from '../sessions/sessions.ts';
import { isAdmin } from '../to-user-dto.ts';

/** Permanent: erases personal data, ends every login session and sends a last mail. */
export async function deleteAccount(
  ctx: AccountsContext,
  { user: { id: userId }, sessionId }: CallingSession,
  password: string,
): Promise<void> {
  const { db, attempts, passwords } = ctx;
  await attempts.take('password-of-session', sessionId, accountLimits.passwordsOfSession);
  const user = await findUser(db, userId);
  if (!user || user.deletedAt) throw apiError('unauthenticated');
  if (!(await passwords.isRight(password, user.passwordHash))) throw apiError('wrong_password');
  await eraseAccount(ctx, user, { actorId: userId, action: 'user.delete' });
}

/** Who erases an account, and why. */
interface Erasure {
  readonly actorId: string;
  readonly action: 'user.delete' | 'user.erase';
  /** Of an administrator. */
  readonly reason?: string;
}

/** `known`: as its actor saw the account; an owner's password must not have changed since. */
export async function eraseAccount(
  ctx: AccountsContext,
  known: Pick<UserRow, 'id' | 'passwordHash'>,
  by: Erasure,
): Promise<void> {
  const passwordHash = await ctx.passwords.hash(randomBytes(32).toString('base64url'));
  await inTransaction(ctx.db, async (work) => {
    const { tx } = work;
    const at = new Date(ctx.clock.now());
    // Serializes two administrators who delete their accounts at once.
    await orderUserChanges(tx);
    const user = await lockUser(tx, known.id);
    const { id, email, lang } = user;
    if (by.action === 'user.delete' && user.passwordHash !== known.passwordHash) throw apiError('wrong_password');
    if (isAdmin(ctx, user) && !(await hasOtherAdmin(tx, id, ctx.config.adminEmails)))
      throw apiError('last_administrator');
    await endSessions(ctx, work, id);
    await eraseUser(tx, { id, passwordHash, at });
    const mail = { userId: id, to: email, lang, kind: 'account_deleted', at: toInstant(at.getTime()) } as const;
    await ctx.mail.queueMail(tx, mail);
    await writeAudit(tx, { ...by, targetId: id, at });
  });
  invalidateUser(ctx, known.id);
}

interface Erased {
  readonly id: string;
  /** A hash that matches no password. */
  readonly passwordHash: string;
  readonly at: Date;
}

/**
 * Erases all personal data. The row itself stays without an owner: settled signals, prizes and
 * sums of revenue reference it.
 */
async function eraseUser(tx: Transaction, user: Erased): Promise<void> {
  for (const { table, own } of storedTables)
    if (own?.onDeletion === 'delete') await tx.delete(table).where(own.isOfUser(user.id));
  const traderId = `deleted-${user.id}`;
  await tx.update(traderDays).set({ traderId }).where(eq(traderDays.userId, user.id));
  await tx.update(users).set(nobody(user)).where(eq(users.id, user.id));
}

const nobody = ({ id, passwordHash, at }: Erased) => ({
  email: `${id}@deleted.invalid`,
  passwordHash,
  role: 'user' as const,
  activatedAt: null,
  acceptedTermsAt: null,
  isBlocked: true,
  isSelfExcluded: false,
  referralId: null,
  referralConfirmedAt: null,
  referralProof: null,
  openedTraderId: null,
  closedTours: [],
  balance: null,
  balanceCheckedAt: null,
  deletedAt: at,
});
