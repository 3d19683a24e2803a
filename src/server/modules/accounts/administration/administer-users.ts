import { Readable } from 'node:stream';
import type { AdminUser, AdminUsers, UserChange, UsersQuery } from '#contract/admin/users.ts';
import { isId, toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { AuditAction } from '#domain/accounts/audit-action.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import type { PagePosition } from '#server/database/pages.ts';
import { apiError } from '#server/http/api-error.ts';
import { byteOrderMark, csvLine } from '#server/http/csv.ts';
import { cutPage, parsePosition, positionCursor } from '#server/http/cursor.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findUser, type UserRow } from '../accounts.repository.ts';
import { eraseAccount } from '../own-data/delete-account.ts';
import { openOwnData, type OwnDataFile } from '../own-data/export-own-data.ts';
import { endSessions, invalidateUser } from '../sessions/sessions.ts';
import { type MailedPurpose, mailLink } from '../sign-in/mail-links.ts';
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

export interface OnUser {
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
  return readUser(ctx, userId);
}

export const readUser = async (ctx: AccountsContext, userId: string): Promise<AdminUser> =>
  toAdminUserDto(ctx, await getListedUser(ctx, userId));

/** Throws `user_not_found`, also for an invalid id and a deleted account. */
export async function getListedUser({ db, config }: AccountsContext, userId: string): Promise<ListedUser> {
  const user = isId(userId) ? await findListedUser(db, userId, config.access.minBalance) : undefined;
  if (!user || user.deletedAt) throw apiError('user_not_found');
  return user;
}

const csvColumns = [
  'id',
  'email',
  'lang',
  'campaign',
  'state',
  'isBlocked',
  'isInternal',
  'referralId',
  'balance',
  'balanceCheckedAt',
  'signals',
  'createdAt',
  'lastSeenAt',
] as const satisfies readonly (keyof AdminUser)[];

const rowsAtOnce = 500;

/** All accounts that match the filters, newest first, as a CSV file; written to the audit log. */
export async function exportUsers(
  ctx: AccountsContext,
  actorId: string,
  { cursor: _cursor, limit: _limit, q, ...query }: UsersQuery,
): Promise<Readable> {
  const at = new Date(ctx.clock.now());
  // What was searched for may be an address.
  const { state = null, campaign = null, internal = null } = query;
  const after = { state, campaign, internal, isSearch: q !== undefined };
  const entry = { actorId, action: 'users.export', targetId: 'users', before: {}, after, at } as const;
  await inTransaction(ctx.db, ({ tx }) => writeAudit(tx, entry));
  return Readable.from(toCsv(ctx, { ...query, q }));
}

async function* toCsv(ctx: AccountsContext, query: Omit<UsersQuery, 'limit'>): AsyncGenerator<string> {
  const { access, internalEmails } = ctx.config;
  const filters = { ...query, minBalance: access.minBalance, internalEmails };
  yield byteOrderMark + csvLine([...csvColumns, 'role']);
  let after: PagePosition | null = null;
  do {
    const rows: ListedUser[] = await selectUsers(ctx.db, { filters, after, limit: rowsAtOnce });
    const users = rows.map((row) => ({ role: row.role, user: toAdminUserDto(ctx, row) }));
    yield users.map(({ user, role }) => csvLine([...csvColumns.map((column) => user[column]), role])).join('');
    const last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
    after = last ? { at: last.createdAt, id: last.id } : null;
  } while (after);
}

const mailActions = { activation: 'user.mailActivation', reset: 'user.mailPassword' } as const;

/** Mails a link to a user who cannot request it. Only the user receives the link. */
export const mailUserLink = (
  ctx: AccountsContext,
  { adminId: actorId, userId }: OnUser,
  purpose: MailedPurpose,
): Promise<void> =>
  inTransaction(ctx.db, async ({ tx }) => {
    const user = await lockAnyUser(tx, userId);
    if (user.isBlocked) throw apiError('user_not_found');
    if (purpose === 'activation' && user.isActivated) throw apiError('already_activated');
    await mailLink(ctx, tx, user, purpose, user.lang);
    const at = new Date(ctx.clock.now());
    await writeAudit(tx, { actorId, action: mailActions[purpose], targetId: user.id, at });
  });

/** On request of the owner, who cannot do it: as the owner would, without a way back. */
export async function eraseUser(
  ctx: AccountsContext,
  { adminId: actorId, userId, reason }: OnUser & { readonly reason: string },
): Promise<void> {
  const { id, passwordHash } = await getListedUser(ctx, userId);
  if (id === actorId) throw apiError('own_account');
  await eraseAccount(ctx, { id, passwordHash }, { actorId, action: 'user.erase', reason });
}

/** All data held about a user, for that user; written to the audit log. */
export async function exportDataOfUser(
  ctx: AccountsContext,
  { adminId: actorId, userId }: OnUser,
): Promise<OwnDataFile> {
  const { id: targetId } = await getListedUser(ctx, userId);
  const at = new Date(ctx.clock.now());
  await inTransaction(ctx.db, ({ tx }) => writeAudit(tx, { actorId, action: 'user.export', targetId, at }));
  return openOwnData(ctx.db, targetId, ctx.clock.now());
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
