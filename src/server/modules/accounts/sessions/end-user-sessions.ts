import { inTransaction } from '#server/database/in-transaction.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { lockAnyUser } from '../administration/admin-users.repository.ts';
import type { Sessions } from './sessions.ts';

interface EndUserSessionsDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly sessions: Pick<Sessions, 'endAll'>;
}

/** Signs a user out everywhere, including the administrator if it is their own account. */
export const createEndUserSessions =
  ({ db, clock, sessions }: EndUserSessionsDependencies) =>
  ({ adminId: actorId, userId }: { readonly adminId: string; readonly userId: string }): Promise<void> =>
    inTransaction(db, async (work) => {
      const { id: targetId } = await lockAnyUser(work.tx, userId);
      await sessions.endAll(work, targetId);
      await writeAudit(work.tx, { actorId, action: 'user.endSessions', targetId, at: new Date(clock.now()) });
    });
