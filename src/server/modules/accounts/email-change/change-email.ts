import type { z } from 'zod';
import type { ChangeEmailBody } from '#contract/accounts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { accountLimits } from '../account-limits.ts';
import { findUser, findUserByEmail, lockUser, updateEmail, type UserRow } from '../accounts.repository.ts';
import { undoableMs } from './email-change-links.ts';
import { isEmailReserved } from './email-changes.repository.ts';
import type { MailLink } from '../sign-in/mail-links.ts';
import type { AccountParts } from '../account-parts.ts';

/** Corrects the address before activation; links to the older one are invalidated. */
export const createChangeEmail = (needs: AccountParts) => {
  const { db, clock, attempts, requireSolved, mailLink, notifyOwner, sessions } = needs;

  /** Undefined: another account has the address. */
  const change = (userId: string, email: string, lang: Parameters<MailLink>[3]): Promise<UserRow | undefined> =>
    inTransaction(db, async ({ tx }) => {
      if ((await lockUser(tx, userId)).isActivated) throw apiError('already_activated');
      if (await isEmailReserved(tx, email, { since: new Date(clock.now() - undoableMs) })) return undefined;
      const changed = await updateEmail(tx, userId, email);
      if (changed) await mailLink(tx, changed, 'activation', lang);
      return changed;
    });

  return async (userId: string, { email, lang, captcha }: z.infer<typeof ChangeEmailBody>): Promise<UserRow> => {
    if ((await findUser(db, userId))?.isActivated) throw apiError('already_activated');
    await attempts.take('change-email', userId, accountLimits.emailChanges);
    await requireSolved(captcha);
    const changed = await change(userId, email, lang);
    if (!changed) {
      const owner = await findUserByEmail(db, email);
      if (owner) await notifyOwner(owner);
      throw apiError('email_taken');
    }
    sessions.invalidateUser(userId);
    return changed;
  };
};
