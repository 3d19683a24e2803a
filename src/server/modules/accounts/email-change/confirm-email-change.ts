import type { EmailChangeAnswer } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import { inTransaction, type UnitOfWork } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { accountLimits } from '../account-limits.ts';
import { lockUser, markPasswordProven, updateEmail, type UserRow } from '../accounts.repository.ts';
import type { Opener } from '../sign-in/activate.ts';
import {
  confirmableMs,
  isSameHash,
  newEmailChangeLink,
  parseEmailChangeLink,
  undoableMs,
} from './email-change-links.ts';
import {
  type EmailChangeRow,
  findEmailChange,
  isEmailReserved,
  updateEmailChange,
} from './email-changes.repository.ts';
import type { AccountParts } from '../account-parts.ts';

interface Confirmed extends EmailChangeAnswer {
  readonly userId: string;
}

/**
 * Confirms one of the two addresses; the second one changes the address of the account. The new
 * address is confirmed only with a login session of the account: its reader has to be the user.
 */
export const createConfirmEmailChange = (needs: AccountParts) => {
  const { db, clock, publicUrl, attempts, sessions, queueMail } = needs;

  const complete = async (work: UnitOfWork, user: UserRow, change: EmailChangeRow, now: Date): Promise<void> => {
    const { tx } = work;
    const { id, userId, oldEmail, newEmail, sessionId } = change;
    const reserved = { since: new Date(now.getTime() - undoableMs), except: userId };
    if (await isEmailReserved(tx, newEmail, reserved)) throw apiError('email_taken');
    if (!(await updateEmail(tx, userId, newEmail))) throw apiError('email_taken');
    await markPasswordProven(tx, userId, now);
    await sessions.endAll(work, userId, sessionId);
    const undo = newEmailChangeLink(id);
    await updateEmailChange(tx, id, { ...toConfirmations(change), changedAt: now, undoHash: undo.hash });
    const mail = { userId, lang: user.lang, at: toInstant(now.getTime()), newEmail };
    const link = `${publicUrl}/${user.lang}/email-change#undo=${undo.link}`;
    await queueMail(tx, { ...mail, to: newEmail, kind: 'email_changed' });
    await queueMail(tx, { ...mail, to: oldEmail, kind: 'email_changed_undo', link });
    await writeAudit(tx, { actorId: userId, action: 'user.changeEmail', targetId: userId, at: now });
  };

  const confirm = async (
    work: UnitOfWork,
    found: EmailChangeRow,
    { hash, userIds }: { readonly hash: Buffer; readonly userIds: readonly string[] },
  ): Promise<Confirmed | null> => {
    const now = new Date(clock.now());
    const user = await lockUser(work.tx, found.userId);
    const change = await findEmailChange(work.tx, found.id);
    const side = change && getSide(change, hash);
    if (!change || !side || change.endedAt !== null) return null;
    if (side === 'new' && !userIds.includes(user.id)) throw apiError('unauthenticated');
    const answer = { email: change.newEmail, userId: user.id };
    if (change.changedAt !== null) return { ...answer, isChanged: true, waitsFor: null };
    const isCurrent = change.requestedAt.getTime() + confirmableMs > now.getTime() && user.email === change.oldEmail;
    if (!isCurrent) return null;
    const confirmed = { ...change, [side === 'old' ? 'oldConfirmedAt' : 'newConfirmedAt']: now };
    const waitsFor = confirmed.oldConfirmedAt === null ? 'old' : confirmed.newConfirmedAt === null ? 'new' : null;
    if (waitsFor === null) await complete(work, user, confirmed, now);
    else await updateEmailChange(work.tx, change.id, toConfirmations(confirmed));
    return { ...answer, isChanged: waitsFor === null, waitsFor };
  };

  return async (link: string, { address, userIds }: Omit<Opener, 'isBrowser'>): Promise<EmailChangeAnswer> => {
    await attempts.take('link', address, accountLimits.links);
    const parsed = parseEmailChangeLink(link);
    const found = parsed && (await findEmailChange(db, parsed.id));
    const confirmed =
      parsed && found ? await inTransaction(db, (work) => confirm(work, found, { hash: parsed.hash, userIds })) : null;
    if (!confirmed) throw apiError('link_invalid');
    const { userId, ...answer } = confirmed;
    sessions.invalidateUser(userId);
    return answer;
  };
};

const getSide = ({ oldHash, newHash }: EmailChangeRow, hash: Buffer): 'old' | 'new' | null => {
  if (isSameHash(oldHash, hash)) return 'old';
  return isSameHash(newHash, hash) ? 'new' : null;
};

const toConfirmations = ({ oldConfirmedAt, newConfirmedAt }: EmailChangeRow) => ({
  oldConfirmedAt,
  newConfirmedAt,
});
