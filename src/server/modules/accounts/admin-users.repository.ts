import { and, desc, eq, getTableColumns, ilike, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { UsersQuery } from '#contract/admin-users.ts';
import type { UserState } from '#domain/user-state.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { sessions, users } from '#server/database/schema.ts';
import type { UserRow } from './accounts.repository.ts';

type Executor = Database | Transaction;

/** Where a page ends: the newest first. */
interface Place {
  readonly createdAt: Date;
  readonly id: string;
}

export interface UserFilters extends Pick<UsersQuery, 'q' | 'state' | 'campaign' | 'internal'> {
  readonly minBalance: number;
  /** Lower case. */
  readonly internalEmails: readonly string[];
}

export interface ListedUser extends UserRow {
  readonly state: UserState;
  readonly signals: number;
  readonly lastSeenAt: Date | null;
}

/** The rungs of `domain/access.ts` in their order, without the age of a balance: an old one is asked anew, not refused. */
const stateOf = (minBalance: number): SQL<UserState> => sql<UserState>`
  case when ${users.isBlocked} then 'blocked'
    when not ${users.isActivated} then 'activate'
    when ${users.referralId} is null then 'enter_id'
    when ${users.isSelfExcluded} then 'self_excluded'
    when ${users.balance} is null or ${users.balanceCheckedAt} is null then 'check_balance'
    when ${users.balance} < ${minBalance} then 'top_up'
    else 'trade' end`;

const columnsOf = (minBalance: number) => ({
  ...getTableColumns(users),
  state: stateOf(minBalance),
  signals: sql<number>`(select count(*)::int from signals s where s.user_id = users.id)`,
  lastSeenAt: sql<Date | null>`(select max(s.last_seen_at) from sessions s where s.user_id = users.id)`.mapWith(
    sessions.lastSeenAt,
  ),
});

const chosen = ({ q, state, campaign, internal, minBalance, internalEmails }: UserFilters): SQL | undefined => {
  const isInternal = inArray(sql`lower(${users.email})`, [...internalEmails]);
  return and(
    isNull(users.deletedAt),
    q ? matches(q) : undefined,
    state && sql`${stateOf(minBalance)} = ${state}`,
    campaign === undefined ? undefined : eq(users.campaign, campaign),
    internal && (internal === 'only' ? isInternal : not(isInternal)),
  );
};

/** What is typed means itself: no character is a wildcard. */
const matches = (q: string): SQL | undefined =>
  or(
    ilike(users.email, `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`),
    eq(users.referralId, q),
    z.uuid().safeParse(q).success ? eq(users.id, q) : undefined,
  );

export const listUsers = (
  db: Executor,
  { filters, after, limit }: { filters: UserFilters; after: Place | null; limit: number },
): Promise<ListedUser[]> =>
  db
    .select(columnsOf(filters.minBalance))
    .from(users)
    .where(
      and(
        chosen(filters),
        after ? sql`(${users.createdAt}, ${users.id}) < (${after.createdAt}, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);

export const countUsers = async (db: Executor, filters: UserFilters): Promise<number> =>
  (await db.select({ count: sql<number>`count(*)::int` }).from(users).where(chosen(filters)))[0]?.count ?? 0;

export const findListedUser = async (db: Executor, id: string, minBalance: number): Promise<ListedUser | undefined> =>
  (await db.select(columnsOf(minBalance)).from(users).where(eq(users.id, id)))[0];

/** Whoever may do what administrators do, besides this one. `adminEmails`: lower case. */
export const hasOtherAdmin = async (tx: Transaction, id: string, adminEmails: readonly string[]): Promise<boolean> => {
  const isAdmin = or(eq(users.role, 'admin'), inArray(sql`lower(${users.email})`, [...adminEmails]));
  const others = and(ne(users.id, id), eq(users.isActivated, true), eq(users.isBlocked, false), isAdmin);
  return (await tx.select({ id: users.id }).from(users).where(others).limit(1)).length > 0;
};

/** Changes of roles and blocks go one after the other: two administrators cannot take each other's place at once. */
export const orderUserChanges = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.user_changes'))`);
};

export const lockUserIfAny = async (tx: Transaction, id: string): Promise<UserRow | undefined> =>
  (await tx.select().from(users).where(eq(users.id, id)).for('no key update'))[0];

export const updateUser = async (
  tx: Transaction,
  id: string,
  change: Partial<Pick<UserRow, 'isBlocked' | 'role'>>,
): Promise<void> => {
  await tx.update(users).set(change).where(eq(users.id, id));
};
