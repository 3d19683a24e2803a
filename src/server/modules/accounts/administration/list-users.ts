import type { AdminUsers, UsersQuery } from '#contract/admin/users.ts';
import type { Database } from '#server/database/connection.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
import { countUsers, listUsers } from './admin-users.repository.ts';
import type { ToAdminUserDto } from './to-admin-user-dto.ts';

interface ListUsersDependencies {
  readonly db: Database;
  readonly minBalance: number;
  /** Lower case. */
  readonly internalEmails: readonly string[];
  readonly toAdminUserDto: ToAdminUserDto;
}

export const createListUsers =
  ({ db, minBalance, internalEmails, toAdminUserDto }: ListUsersDependencies) =>
  async ({ cursor, limit, ...query }: UsersQuery): Promise<AdminUsers> => {
    const filters = { ...query, minBalance, internalEmails };
    const [rows, total] = await Promise.all([
      listUsers(db, { filters, after: parsePlace(cursor), limit: limit + 1 }),
      countUsers(db, filters),
    ]);
    const { page, next } = cutPage(rows, limit, ({ createdAt, id }) => placeCursor(createdAt, id));
    return { items: page.map(toAdminUserDto), nextCursor: next, total };
  };
