import { z } from 'zod';
import type { WallClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { lockUserIfAny } from '../administration/admin-users.repository.ts';
import type { MailLink } from './mail-links.ts';

/**
 * Mails a link for a new password to a user who cannot request it. Only the user receives the link.
 */
export type MailPasswordLink = (call: { readonly adminId: string; readonly userId: string }) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly clock: WallClock;
  readonly mailLink: MailLink;
}

export const createMailPasswordLink =
  ({ db, clock, mailLink }: Needs): MailPasswordLink =>
  ({ adminId: actorId, userId }) =>
    inTransaction(db, async (tx) => {
      const user = z.uuid().safeParse(userId).success ? await lockUserIfAny(tx, userId) : undefined;
      if (!user || user.isBlocked) throw apiError('user_not_found');
      await mailLink(tx, user, 'reset', user.lang);
      await writeAudit(tx, { actorId, action: 'user.mailPassword', targetId: user.id, at: new Date(clock.now()) });
    });
