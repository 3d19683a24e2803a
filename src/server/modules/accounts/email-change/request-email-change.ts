import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { EmailChangeBody, PendingEmailChange } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { accountLimits } from '../account-limits.ts';
import { findUser, findUserByEmail, lockUser, type UserRow } from '../accounts.repository.ts';
import { confirmableMs, newEmailChangeLink, undoableMs } from './email-change-links.ts';
import {
  type EmailChangeRow,
  endOpenEmailChanges,
  findOpenEmailChange,
  insertEmailChange,
  isEmailReserved,
} from './email-changes.repository.ts';
import type { AccountParts } from '../account-parts.ts';

type Form = z.infer<typeof EmailChangeBody>;

export interface RequestEmailChange {
  /** Mails both addresses; the answer is the same for an address that has an account. */
  request(caller: { readonly userId: string; readonly sessionId: string }, form: Form): Promise<PendingEmailChange>;
  /** Null: none waits for its confirmations. */
  find(userId: string): Promise<PendingEmailChange | null>;
}

export function createRequestEmailChange(needs: AccountParts): RequestEmailChange {
  const { db, clock, publicUrl, attempts, passwords, queueMail, notifyOwner, afterAnswer } = needs;

  const getUser = async (userId: string, { email, password }: Form): Promise<UserRow> => {
    const user = await findUser(db, userId);
    if (!user || user.deletedAt) throw apiError('unauthenticated');
    if (!user.isActivated) throw apiError('email_not_activated');
    if (!(await passwords.isRight(password, user.passwordHash))) throw apiError('wrong_password');
    if (user.email.toLowerCase() === email) throw apiError('email_taken');
    return user;
  };

  const store = async (tx: Transaction, known: UserRow, sessionId: string, { email, lang }: Form) => {
    const user = await lockUser(tx, known.id);
    if (user.passwordHash !== known.passwordHash || user.email !== known.email) throw apiError('wrong_password');
    const now = new Date(clock.now());
    const owner = await findUserByEmail(tx, email);
    const reserved = { since: new Date(now.getTime() - undoableMs), except: user.id };
    const isFree = !owner && !(await isEmailReserved(tx, email, reserved));
    const id = randomUUID();
    const [toOld, toNew] = [newEmailChangeLink(id), newEmailChangeLink(id)];
    await endOpenEmailChanges(tx, user.id);
    const addresses = { oldEmail: user.email, newEmail: email };
    const hashes = { oldHash: toOld.hash, newHash: isFree ? toNew.hash : null };
    await insertEmailChange(tx, { id, userId: user.id, sessionId, ...addresses, ...hashes, requestedAt: now });
    const getAddress = (link: string): string => `${publicUrl}/${lang}/email-change?link=${link}`;
    const mail = { userId: user.id, lang };
    await queueMail(tx, {
      ...mail,
      to: user.email,
      kind: 'email_change_old',
      newEmail: email,
      link: getAddress(toOld.link),
    });
    if (isFree) await queueMail(tx, { ...mail, to: email, kind: 'email_change_new', link: getAddress(toNew.link) });
    await writeAudit(tx, { actorId: user.id, action: 'user.requestEmail', targetId: user.id, at: now });
    return owner;
  };

  const find = async (userId: string): Promise<PendingEmailChange | null> => {
    const found = await findOpenEmailChange(db, userId, new Date(clock.now() - confirmableMs));
    return found ? toDto(found) : null;
  };

  return {
    find,
    request: async ({ userId, sessionId }, form) => {
      await attempts.take('email-change', userId, accountLimits.emailChanges);
      const user = await getUser(userId, form);
      const owner = await inTransaction(db, ({ tx }) => store(tx, user, sessionId, form));
      if (owner) afterAnswer.run('email-change', () => notifyOwner(owner));
      const pending = await find(userId);
      if (!pending) throw apiError('wrong_password');
      return pending;
    },
  };
}

const toDto = ({ newEmail, requestedAt, oldConfirmedAt, newConfirmedAt }: EmailChangeRow): PendingEmailChange => ({
  email: newEmail,
  expiresAt: toInstant(requestedAt.getTime() + confirmableMs),
  isOldConfirmed: oldConfirmedAt !== null,
  isNewConfirmed: newConfirmedAt !== null,
});
