import { randomBytes } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction, type UnitOfWork } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { accountLimits } from '../account-limits.ts';
import { findUser, lockUser, type UserRow } from '../accounts.repository.ts';
import { hasOtherAdmin, orderUserChanges } from '../administration/admin-users.repository.ts';
import { eraseUser } from './erase-user.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ToUserDto } from '../accounts.api.ts';
import { type EraseListener, toUser } from '../accounts.api.ts';

/** Permanent: erases personal data, ends every login session and sends a last mail. */
export type DeleteAccount = (userId: string, password: string) => Promise<void>;

interface DeleteAccountDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly attempts: Pick<Attempts, 'take'>;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'endAll' | 'invalidateUser'>;
  readonly queueMail: QueueMail;
  readonly toUserDto: ToUserDto;
  readonly adminEmails: readonly string[];
  readonly eraseListeners: readonly EraseListener[];
}

export const createDeleteAccount = (needs: DeleteAccountDependencies): DeleteAccount => {
  const { db, clock, attempts, passwords, sessions, queueMail, toUserDto, adminEmails } = needs;

  const isAdmin = (user: UserRow): boolean => toUserDto(user).roles.includes('admin');

  const queueDeletionMail = (tx: Transaction, { id, email, lang }: UserRow, at: Date): Promise<void> =>
    queueMail(tx, {
      userId: id,
      to: email,
      lang,
      kind: 'account_deleted',
      at: toInstant(at.getTime()),
    });

  const erase = async (work: UnitOfWork, known: UserRow, passwordHash: string): Promise<void> => {
    const { tx } = work;
    const at = new Date(clock.now());
    // Serializes two administrators who delete their accounts at once.
    await orderUserChanges(tx);
    const user = await lockUser(tx, known.id);
    if (user.passwordHash !== known.passwordHash) throw apiError('wrong_password');
    if (isAdmin(user) && !(await hasOtherAdmin(tx, user.id, adminEmails))) throw apiError('last_administrator');
    for (const listener of needs.eraseListeners) await listener(tx, toUser(user));
    await sessions.endAll(work, user.id);
    await eraseUser(tx, { id: user.id, passwordHash, at });
    await queueDeletionMail(tx, user, at);
    await writeAudit(tx, { actorId: user.id, action: 'user.delete', targetId: user.id, at });
  };

  return async (userId, password) => {
    await attempts.take('delete-account', userId, accountLimits.deletions);
    const user = await findUser(db, userId);
    if (!user || user.deletedAt) throw apiError('unauthenticated');
    if (!(await passwords.isRight(password, user.passwordHash))) throw apiError('wrong_password');
    const unknown = await passwords.hash(randomBytes(32).toString('base64url'));
    await inTransaction(db, (work) => erase(work, user, unknown));
    sessions.invalidateUser(userId);
  };
};
