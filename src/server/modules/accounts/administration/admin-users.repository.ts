import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { isId } from '#contract/wire.ts';
import type { UsersQuery } from '#contract/admin/users.ts';
import type { UserState } from '#domain/accounts/user.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { countUpTo, isBeyond, type PagePosition } from '#server/database/pages.ts';
import { sessions, users } from '#server/database/schema.ts';
import { apiError } from '#server/http/api-error.ts';
import type { UserRow } from '../accounts.repository.ts';

export interface UserFilters extends Partial<UsersQuery> {
  readonly minBalance: number;
  /** Lower case. */
  readonly internalEmails: readonly string[];
}

export interface ListedUser extends UserRow {
  readonly state: UserState;
  readonly signals: number;
  readonly lastSeenAt: Date | null;
}

export const listUsers = (
  db: Executor,
  { filters, after, limit }: { filters: UserFilters; after: PagePosition | null; limit: number },
): Promise<ListedUser[]> =>
  db
    .select(getColumns(filters.minBalance))
    .from(users)
    .where(and(chosen(filters), isBeyond(after, [users.createdAt, users.id])))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);

/** Null: beyond the counting limit, or filtered by a state, which has no index to count with. */
export const countUsers = async (db: Executor, filters: UserFilters): Promise<number | null> =>
  filters.state ? null : countUpTo(db, db.select({ id: users.id }).from(users).where(chosen(filters)));

export const findListedUser = async (db: Executor, id: string, minBalance: number): Promise<ListedUser | undefined> =>
  (await db.select(getColumns(minBalance)).from(users).where(eq(users.id, id)))[0];

/** Whether there is another administrator besides this one. `adminEmails`: lower case. */
export const hasOtherAdmin = async (tx: Transaction, id: string, adminEmails: readonly string[]): Promise<boolean> => {
  const isAdmin = or(eq(users.role, 'admin'), inArray(sql`lower(${users.email})`, [...adminEmails]));
  const isProven = and(eq(users.isActivated, true), isNotNull(users.passwordProvenAt));
  const otherAdmins = and(ne(users.id, id), isProven, eq(users.isBlocked, false), isAdmin);
  return (await tx.select({ id: users.id }).from(users).where(otherAdmins).limit(1)).length > 0;
};

/**
 * Serializes changes of roles and blocks, so that two administrators cannot remove each other at
 * once.
 */
export const orderUserChanges = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.user_changes'))`);
};

/** Throws `user_not_found`, also for an invalid id. */
export async function lockAnyUser(tx: Transaction, id: string): Promise<UserRow> {
  if (!isId(id)) throw apiError('user_not_found');
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (!user) throw apiError('user_not_found');
  return user;
}

export const updateUser = async (tx: Transaction, id: string, change: Partial<UserRow>): Promise<void> => {
  await tx.update(users).set(change).where(eq(users.id, id));
};

const getColumns = (minBalance: number) => ({
  ...getTableColumns(users),
  state: getState(minBalance),
  signals: sql<number>`(select count(*)::int from signals s where s.user_id = users.id)`,
  lastSeenAt: sql<Date | null>`(select max(s.last_seen_at) from sessions s where s.user_id = users.id)`.mapWith(
    sessions.lastSeenAt,
  ),
});

/**
 * The levels of `domain/accounts/access.ts` in their order, without the age of a balance: an old one is
 * refreshed, not rejected.
 */
const getState = (minBalance: number): SQL<UserState> => sql<UserState>`
  case when ${users.isBlocked} then 'blocked'
    when not ${users.isActivated} then 'activate'
    when ${users.referralId} is null then 'enter_id'
    when ${users.isSelfExcluded} then 'self_excluded'
    when ${users.balance} is null or ${users.balanceCheckedAt} is null then 'check_balance'
    when ${users.balance} < ${minBalance} then 'top_up'
    else 'trade' end`;

const chosen = ({ q, state, campaign, internal, minBalance, internalEmails }: UserFilters): SQL | undefined => {
  const isInternal = inArray(sql`lower(${users.email})`, [...internalEmails]);
  return and(
    isNull(users.deletedAt),
    q ? matches(q) : undefined,
    state && and(...isIn(minBalance)[state]),
    campaign === undefined ? undefined : eq(users.campaign, campaign),
    internal && (internal === 'only' ? isInternal : not(isInternal)),
  );
};

/**
 * Max addresses found by a prefix, in alphabetical order; beyond that a longer prefix is needed.
 */
const maxAddresses = 200;

/** Matches a prefix of the address, its domain after an @, or an ID. No character is a wildcard. */
function matches(q: string): SQL | undefined {
  if (q.startsWith('@')) return sql`split_part(lower(${users.email}), '@', 2) = ${q.slice(1).toLowerCase()}`;
  if (isId(q)) return eq(users.id, q);
  const beginning = q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  // As an array, so that these few rows are looked up by id instead of scanning all users.
  return sql`${users.id} = any(array(
    select n.id from (
      (select id from users u where lower(u.email) like ${`${beginning}%`} order by lower(u.email) using ~<~
        limit ${maxAddresses})
      union all
      select id from users u where u.referral_id = ${q}
    ) n))`;
}

/** The same states as conditions, so that the rare ones use their partial indexes. */
const isIn = (minBalance: number): Readonly<Record<UserState, readonly (SQL | undefined)[]>> => {
  const activated: SQL[] = [not(users.isBlocked), sql`${users.isActivated}`];
  const withId = [...activated, isNotNull(users.referralId)];
  const trader = [...withId, not(users.isSelfExcluded)];
  const checked = [...trader, isNotNull(users.balance), isNotNull(users.balanceCheckedAt)];
  return {
    blocked: [sql`${users.isBlocked}`],
    activate: [not(users.isBlocked), not(users.isActivated)],
    enter_id: [...activated, isNull(users.referralId)],
    self_excluded: [...withId, sql`${users.isSelfExcluded}`],
    check_balance: [...trader, or(isNull(users.balance), isNull(users.balanceCheckedAt))],
    top_up: [...checked, lt(users.balance, minBalance)],
    trade: [...checked, gte(users.balance, minBalance)],
  };
};
