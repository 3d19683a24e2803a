import type { AdminUsers, UsersQuery } from '#contract/admin/users.ts';
import type { Database } from '#server/database/connection.ts';
import { toCursor, InstantAndId, parseCursor } from '#server/http/cursor.ts';
import { countUsers, listUsers } from './admin-users.repository.ts';
import type { ToAdminUserDto } from './to-admin-user-dto.ts';

export type ListUsers = (query: UsersQuery) => Promise<AdminUsers>;

interface ListUsersDependencies {
  readonly db: Database;
  readonly minBalance: number;
  /** Lower case. */
  readonly internalEmails: readonly string[];
  readonly toAdminUserDto: ToAdminUserDto;
}

export const createListUsers =
  ({ db, minBalance, internalEmails, toAdminUserDto }: ListUsersDependencies): ListUsers =>
  async ({ cursor, limit, ...query }) => {
    const filters = { ...query, minBalance, internalEmails };
    const place = parseCursor(cursor, InstantAndId);
    const after = place && { createdAt: new Date(place[0]), id: place[1] };
    const [rows, total] = await Promise.all([
      listUsers(db, { filters, after, limit: limit + 1 }),
      countUsers(db, filters),
    ]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map(toAdminUserDto),
      nextCursor: last ? toCursor(last.createdAt.getTime(), last.id) : null,
      total,
    };
  };
