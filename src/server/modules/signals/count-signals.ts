import { sql } from 'drizzle-orm';
import type { Outcome, VoidReason } from '#domain/signals/outcome.ts';
import type { Database } from '#server/database/connection.ts';

/** Signals since an instant with one outcome (null: still open); void ones grouped by reason. */
interface Group {
  readonly result: Outcome | null;
  readonly reason: VoidReason | null;
  readonly count: number;
}

/**
 * Counts all users' signals by the time of their leaf. A void signal with an earlier outcome was
 * voided by an operator.
 */
export const groupSignalsSince = async (db: Database, since: Date): Promise<Group[]> => {
  const { rows } = await db.execute<Group & Record<string, unknown>>(sql`
    select s.result, case when s.result = 'void' then coalesce(o.void_reason, 'operator') end as reason, count(*)::int as count
    from record_leaves l join signals s on s.id = l.signal_id left join outcomes o on o.signal_id = s.id
    where l.kind = 'signal' and l.at >= ${since}
    group by 1, 2`);
  return rows;
};

export interface OpenCounts {
  readonly open: number;
  readonly overdue: number;
}

/** Counts signals without an outcome, and those of them that expired before `overdueSince`. */
export const countOpenSignals = async (db: Database, overdueSince: Date): Promise<OpenCounts> => {
  const { rows } = await db.execute<OpenCounts & Record<string, unknown>>(sql`
    select count(*)::int as open, (count(*) filter (where expires_at < ${overdueSince}))::int as overdue
    from signals where status <> 'settled'`);
  return rows[0] ?? { open: 0, overdue: 0 };
};
