import { isId } from '#contract/wire.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { lockUserIfAny } from '../administration/admin-users.repository.ts';
import type { MailLink } from './mail-links.ts';

/**
 * Mails a link for a new password to a user who cannot request it. Only the user receives the link.
 */
export type MailPasswordLink = (call: { readonly adminId: string; readonly userId: string }) => Promise<void>;

interface MailPasswordLinkDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly mailLink: MailLink;
}

export const createMailPasswordLink =
  ({ db, clock, mailLink }: MailPasswordLinkDependencies): MailPasswordLink =>
  ({ adminId: actorId, userId }) =>
    inTransaction(db, async ({ tx }) => {
      const user = isId(userId) ? await lockUserIfAny(tx, userId) : undefined;
      if (!user || user.isBlocked) throw apiError('user_not_found');
      await mailLink(tx, user, 'reset', user.lang);
      await writeAudit(tx, { actorId, action: 'user.mailPassword', targetId: user.id, at: new Date(clock.now()) });
    });
