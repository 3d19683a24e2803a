import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import type { UserCounts } from './accounts.api.ts';

interface CountOptions {
  readonly since: Date;
  readonly minBalance: number;
  /** Lower case: these accounts are not customers. */
  readonly internalEmails: readonly string[];
}

/**
 * Access as in `domain/access.ts`, without the age of a balance: an old one is refreshed, not
 * rejected.
 */
export async function countUsers(
  db: Database,
  { since, minBalance, internalEmails }: CountOptions,
): Promise<UserCounts> {
  const { rows } = await db.execute<UserCounts & Record<string, unknown>>(sql`
    select count(*)::int as total,
      (count(*) filter (where created_at >= ${since}))::int as today,
      (count(*) filter (where not is_blocked and is_activated and referral_id is not null and not is_self_excluded
        and balance >= ${minBalance} and balance_checked_at is not null))::int as "withAccess"
    from users
    where deleted_at is null and not (lower(email) = any (${sql.param([...internalEmails])}::text[]))`);
  return rows[0] ?? { total: 0, today: 0, withAccess: 0 };
}
