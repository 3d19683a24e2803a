import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { lockAnyUser } from '../administration/admin-users.repository.ts';
import type { AccountParts } from '../account-parts.ts';

/**
 * Mails a link for a new password to a user who cannot request it. Only the user receives the link.
 */
export const createMailPasswordLink =
  ({ db, clock, mailLink }: Pick<AccountParts, 'db' | 'clock' | 'mailLink'>) =>
  ({ adminId: actorId, userId }: { readonly adminId: string; readonly userId: string }): Promise<void> =>
    inTransaction(db, async ({ tx }) => {
      const user = await lockAnyUser(tx, userId);
      if (user.isBlocked) throw apiError('user_not_found');
      await mailLink(tx, user, 'reset', user.lang);
      await writeAudit(tx, { actorId, action: 'user.mailPassword', targetId: user.id, at: new Date(clock.now()) });
    });
