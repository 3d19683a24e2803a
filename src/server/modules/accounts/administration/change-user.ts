import type { AdminUser, UserChange } from '#contract/admin/users.ts';
import type { AuditAction } from '#domain/accounts/audit-action.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { findUser, type UserRow } from '../accounts.repository.ts';
import { findListedUser, lockAnyUser, orderUserChanges, updateUser } from './admin-users.repository.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ToAdminUserDto } from './to-admin-user-dto.ts';
import type { ToUserDto } from '../accounts.api.ts';

/**
 * Blocks, unblocks, grants or revokes the administrator role. A change that is already in effect
 * writes nothing.
 */
type ChangeUser = (call: {
  readonly adminId: string;
  readonly userId: string;
  readonly change: UserChange;
}) => Promise<AdminUser>;

interface ChangeUserDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly sessions: Pick<Sessions, 'endAll' | 'invalidateUser'>;
  readonly minBalance: number;
  readonly toUserDto: ToUserDto;
  readonly toAdminUserDto: ToAdminUserDto;
  readonly isNamedAdmin: (email: string) => boolean;
}

export const createChangeUser = (needs: ChangeUserDependencies): ChangeUser => {
  const { db, clock, sessions, isNamedAdmin } = needs;

  /**
   * Read again under the lock: an administrator who was blocked or demoted meanwhile no longer is
   * one.
   */
  const requireAdmin = async (tx: Transaction, id: string): Promise<void> => {
    const admin = await findUser(tx, id);
    if (!admin || admin.isBlocked || !needs.toUserDto(admin).roles.includes('admin')) throw apiError('forbidden');
  };
  const assertAllowed = (adminId: string, user: UserRow, { blocked, role }: UserChange): void => {
    if (user.id === adminId && (blocked || role === 'user')) throw apiError('own_account');
    if (role === 'user' && isNamedAdmin(user.email)) throw apiError('role_configured');
    if (role === 'admin' && !user.isActivated) throw apiError('user_not_activated');
    if (role === 'admin' && user.passwordProvenAt === null) throw apiError('password_not_proven');
  };

  return async ({ adminId, userId, change }) => {
    await inTransaction(db, async (work) => {
      await orderUserChanges(work.tx);
      await requireAdmin(work.tx, adminId);
      const user = await lockAnyUser(work.tx, userId);
      assertAllowed(adminId, user, change);
      if (change.blocked) await sessions.endAll(work, user.id);
      for (const { columns, ...entry } of computeChanges(user, change)) {
        await updateUser(work.tx, user.id, columns);
        const at = new Date(clock.now());
        await writeAudit(work.tx, { actorId: adminId, targetId: user.id, reason: change.reason, at, ...entry });
      }
    });
    sessions.invalidateUser(userId);
    const changed = await findListedUser(db, userId, needs.minBalance);
    if (!changed) throw apiError('user_not_found');
    return needs.toAdminUserDto(changed);
  };
};

/** Signs a user out everywhere, including the administrator if it is their own account. */
export const createEndUserSessions =
  ({ db, clock, sessions }: Pick<ChangeUserDependencies, 'db' | 'clock' | 'sessions'>) =>
  ({ adminId: actorId, userId }: { readonly adminId: string; readonly userId: string }): Promise<void> =>
    inTransaction(db, async (work) => {
      const { id: targetId } = await lockAnyUser(work.tx, userId);
      await sessions.endAll(work, targetId);
      await writeAudit(work.tx, { actorId, action: 'user.endSessions', targetId, at: new Date(clock.now()) });
    });

interface OneChange {
  readonly action: AuditAction;
  readonly columns: Partial<Pick<UserRow, 'isBlocked' | 'role'>>;
  readonly before: Readonly<Record<string, string | boolean>>;
  readonly after: Readonly<Record<string, string | boolean>>;
}

function computeChanges(user: UserRow, { blocked, role }: UserChange): OneChange[] {
  const changes: OneChange[] = [];
  if (blocked !== undefined && blocked !== user.isBlocked) {
    changes.push({
      action: blocked ? 'user.block' : 'user.unblock',
      columns: { isBlocked: blocked },
      before: { blocked: user.isBlocked },
      after: { blocked },
    });
  }
  if (role !== undefined && role !== user.role) {
    const action = role === 'admin' ? 'user.promote' : 'user.demote';
    changes.push({ action, columns: { role }, before: { role: user.role }, after: { role } });
  }
  return changes;
}
