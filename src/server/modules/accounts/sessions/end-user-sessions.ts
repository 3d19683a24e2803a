import { isId } from '#contract/wire.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { lockUserIfAny } from '../administration/admin-users.repository.ts';
import type { Sessions } from './sessions.ts';

/** Signs a user out everywhere, including the administrator if it is their own account. */
export type EndUserSessions = (call: { readonly adminId: string; readonly userId: string }) => Promise<void>;

interface EndUserSessionsDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly sessions: Pick<Sessions, 'endAll'>;
}

export const createEndUserSessions =
  ({ db, clock, sessions }: EndUserSessionsDependencies): EndUserSessions =>
  async ({ adminId: actorId, userId }) => {
    await inTransaction(db, async (work) => {
      const user = isId(userId) ? await lockUserIfAny(work.tx, userId) : undefined;
      if (!user) throw apiError('user_not_found');
      await sessions.endAll(work, user.id);
      await writeAudit(work.tx, { actorId, action: 'user.endSessions', targetId: user.id, at: new Date(clock.now()) });
    });
  };
