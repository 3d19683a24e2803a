import type { RequiredPassword } from '#contract/accounts.ts';
import { inTransaction, type UnitOfWork } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { supersedeLinks } from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import { lockUser, updateEmail, type UserRow, voidPassword } from '../accounts.repository.ts';
import { isSameHash, parseEmailChangeLink, undoableMs } from './email-change-links.ts';
import {
  type EmailChangeRow,
  endLaterEmailChanges,
  findEmailChange,
  updateEmailChange,
} from './email-changes.repository.ts';
import { endConnections } from '../sessions/end-connections.ts';
import type { AccountParts } from '../account-parts.ts';

/**
 * Restores the old address by the link that was mailed to it: login sessions, connections and the
 * password end. Again, until a new password is set: another link for that password.
 */
export const createUndoEmailChange = ({ db, clock, attempts, sessions, createLink }: AccountParts) => {
  const restore = async (work: UnitOfWork, { id: userId }: UserRow, change: EmailChangeRow, now: Date) => {
    const { tx } = work;
    if (!(await updateEmail(tx, userId, change.oldEmail))) throw apiError('link_invalid');
    await voidPassword(tx, userId);
    await sessions.endAll(work, userId);
    await endConnections(tx, userId);
    await endLaterEmailChanges(tx, change, now);
    await updateEmailChange(tx, change.id, { endedAt: now });
    await supersedeLinks(tx, userId, 'activation', now);
  };

  const undo = async (work: UnitOfWork, found: EmailChangeRow, hash: Buffer): Promise<RequiredPassword | null> => {
    const { tx } = work;
    const now = new Date(clock.now());
    const user = await lockUser(tx, found.userId);
    const change = await findEmailChange(tx, found.id);
    if (!change?.changedAt || !isSameHash(change.undoHash, hash)) return null;
    if (change.changedAt.getTime() + undoableMs <= now.getTime()) return null;
    const isRestored = change.endedAt !== null;
    if (isRestored && (user.passwordHash !== null || user.email !== change.oldEmail)) return null;
    if (!isRestored) await restore(work, user, change, now);
    const email = change.oldEmail;
    const resetLink = await createLink(tx, { id: user.id, email }, 'reset');
    if (!isRestored) await writeAudit(tx, { actorId: user.id, action: 'user.undoEmail', targetId: user.id, at: now });
    return { email, resetLink };
  };

  return async (link: string, address: string): Promise<RequiredPassword> => {
    await attempts.take('link', address, accountLimits.links);
    const parsed = parseEmailChangeLink(link);
    const found = parsed && (await findEmailChange(db, parsed.id));
    const required = parsed && found ? await inTransaction(db, (work) => undo(work, found, parsed.hash)) : null;
    if (!found || !required) throw apiError('link_invalid');
    sessions.invalidateUser(found.userId);
    return required;
  };
};
