import { and, gte, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';
import type { UserCounts } from '../accounts.api.ts';

interface CountOptions {
  readonly since: Date;
  readonly minBalance: number;
  /** Lower case: these accounts are not customers. */
  readonly internalEmails: readonly string[];
  /** Rows of the table up to which each one is read. */
  readonly exactUpTo?: number;
}

const sampledRows = 10_000;

/**
 * A large table is not read for two totals: they are estimated from a sample, three digits of them.
 * The users of today are always counted.
 */
export async function countUsers(db: Database, options: CountOptions): Promise<UserCounts> {
  const { since, exactUpTo = 50_000 } = options;
  const isCustomer = and(isNull(users.deletedAt), notInArray(sql`lower(${users.email})`, [...options.internalEmails]));
  const [today, rows] = await Promise.all([
    db.$count(users, and(gte(users.createdAt, since), isCustomer)),
    estimateRows(db),
  ]);
  if (rows <= exactUpTo) {
    const { total, withAccess } = await countFrom(db, sql`users`, isCustomer, options);
    return { total, today, withAccess };
  }
  // The same pages each time, so that the figures only change with the users.
  const sample = sql`users tablesample system (${(100 * sampledRows) / rows}) repeatable (1)`;
  const { read, total, withAccess } = await countFrom(db, sample, isCustomer, options);
  const scaled = (count: number): number => Number(((count / Math.max(1, read)) * rows).toPrecision(3));
  return { total: scaled(total), today, withAccess: scaled(withAccess), isEstimate: true };
}

/** By the rows a page held when the table was last analysed; 0 before that. */
async function estimateRows(db: Database): Promise<number> {
  const { rows } = await db.execute<{ estimate: number }>(sql`
    select (greatest(reltuples, 0) / greatest(relpages, 1) * pg_relation_size(oid) / current_setting('block_size')::int)::float8
      as estimate
    from pg_class where oid = 'users'::regclass`);
  return Math.round(rows[0]?.estimate ?? 0);
}

/**
 * Access as in `domain/accounts/access.ts`, without the age of a balance: an old one is refreshed, not
 * rejected.
 */
async function countFrom(db: Database, table: SQL, isCustomer: SQL | undefined, { minBalance }: CountOptions) {
  const hasAccess = sql`not is_blocked and is_activated and referral_id is not null and not is_self_excluded
    and balance >= ${minBalance} and balance_checked_at is not null`;
  const { rows } = await db.execute<{ read: number; total: number; withAccess: number }>(sql`
    select count(*)::int as read, (count(*) filter (where ${isCustomer}))::int as total,
      (count(*) filter (where ${isCustomer} and ${hasAccess}))::int as "withAccess"
    from ${table}`);
  return rows[0] ?? { read: 0, total: 0, withAccess: 0 };
}
