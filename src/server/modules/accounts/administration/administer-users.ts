import type { AdminUser, AdminUsers, UserChange, UsersQuery } from '#contract/admin/users.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { AuditAction } from '#domain/accounts/audit-action.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage, parsePosition, positionCursor } from '#server/http/cursor.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findUser, type UserRow } from '../accounts.repository.ts';
import { endSessions, invalidateUser } from '../sessions/sessions.ts';
import { isAdmin, isInternal, isNamedAdmin, toUserDto } from '../to-user-dto.ts';
import {
  countUsers,
  findListedUser,
  type ListedUser,
  listUsers as selectUsers,
  lockAnyUser,
  orderUserChanges,
  updateUser,
} from './admin-users.repository.ts';

export async function listUsers(ctx: AccountsContext, { cursor, limit, ...query }: UsersQuery): Promise<AdminUsers> {
  const { db, config } = ctx;
  const { access, internalEmails } = config;
  const filters = { ...query, minBalance: access.minBalance, internalEmails };
  const [rows, total] = await Promise.all([
    selectUsers(db, { filters, after: parsePosition(cursor), limit: limit + 1 }),
    countUsers(db, filters),
  ]);
  const { page, next } = cutPage(rows, limit, ({ createdAt, id }) => positionCursor(createdAt, id));
  return { items: page.map((row) => toAdminUserDto(ctx, row)), nextCursor: next, total };
}

/** An account as administrators see it: its state, never its credentials. */
function toAdminUserDto(ctx: AccountsContext, row: ListedUser): AdminUser {
  const {
    brokerAccountId: _sameAsReferralId,
    isActivated: _inState,
    isBalanceValid: _inStateToo,
    isBalanceHidden: _ofTheUser,
    ...user
  } = toUserDto(ctx, row);
  return {
    ...user,
    balance: row.balance,
    state: row.state,
    isNamedAdmin: isNamedAdmin(ctx, row.email),
    isInternal: isInternal(ctx, row.email),
    isBlocked: row.isBlocked,
    signals: row.signals,
    createdAt: toInstant(row.createdAt.getTime()),
    lastSeenAt: toInstantOrNull(row.lastSeenAt),
  };
}

interface OnUser {
  readonly adminId: string;
  readonly userId: string;
}

/**
 * Blocks, unblocks, grants or revokes the administrator role. A change that is already in effect
 * writes nothing.
 */
export async function changeUser(
  ctx: AccountsContext,
  { adminId, userId, change }: OnUser & { readonly change: UserChange },
): Promise<AdminUser> {
  const { db, clock } = ctx;
  await inTransaction(db, async (work) => {
    await orderUserChanges(work.tx);
    await requireAdmin(ctx, work.tx, adminId);
    const user = await lockAnyUser(work.tx, userId);
    assertAllowed(ctx, adminId, user, change);
    if (change.blocked) await endSessions(ctx, work, user.id);
    for (const { columns, ...entry } of computeChanges(user, change)) {
      await updateUser(work.tx, user.id, columns);
      const at = new Date(clock.now());
      await writeAudit(work.tx, { actorId: adminId, targetId: user.id, reason: change.reason, at, ...entry });
    }
  });
  invalidateUser(ctx, userId);
  const changed = await findListedUser(db, userId, ctx.config.access.minBalance);
  if (!changed) throw apiError('user_not_found');
  return toAdminUserDto(ctx, changed);
}

/** Read again under the lock: an administrator who was blocked or demoted meanwhile no longer is one. */
async function requireAdmin(ctx: AccountsContext, tx: Transaction, id: string): Promise<void> {
  const admin = await findUser(tx, id);
  if (!admin || admin.isBlocked || !isAdmin(ctx, admin)) throw apiError('forbidden');
}

function assertAllowed(ctx: AccountsContext, adminId: string, user: UserRow, { blocked, role }: UserChange): void {
  if (user.id === adminId && (blocked || role === 'user')) throw apiError('own_account');
  if (role === 'user' && isNamedAdmin(ctx, user.email)) throw apiError('role_configured');
  if (role === 'admin' && !user.isActivated) throw apiError('user_not_activated');
  if (role === 'admin' && user.passwordProvenAt === null) throw apiError('password_not_proven');
}

/** Signs a user out everywhere, including the administrator if it is their own account. */
export const endUserSessions = (ctx: AccountsContext, { adminId: actorId, userId }: OnUser): Promise<void> =>
  inTransaction(ctx.db, async (work) => {
    const { id: targetId } = await lockAnyUser(work.tx, userId);
    await endSessions(ctx, work, targetId);
    await writeAudit(work.tx, { actorId, action: 'user.endSessions', targetId, at: new Date(ctx.clock.now()) });
  });

interface OneChange {
  readonly action: AuditAction;
  readonly columns: Partial<UserRow>;
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
