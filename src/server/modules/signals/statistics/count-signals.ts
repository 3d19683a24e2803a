import { and, count, eq, lte, min, sql } from 'drizzle-orm';
import { nothingWaits, type Waiting } from '#server/start/server-module.ts';
import type { Database } from '#server/database/connection.ts';
import { signals } from '#server/database/schema.ts';
import type { OpenCounts, SignalGroup } from '../signals.api.ts';

/**
 * Counts all users' signals by the time of their issue. A void signal with an earlier outcome was
 * voided by an operator.
 */
export const groupSignalsSince = async (db: Database, since: Date): Promise<SignalGroup[]> => {
  const { rows } = await db.execute<SignalGroup & Record<string, unknown>>(sql`
    select s.result, case when s.result = 'void' then coalesce(o.void_reason, 'operator') end as reason, count(*)::int as count
    from signals s left join outcomes o on o.signal_id = s.id
    where s.issued_at >= ${since}
    group by 1, 2`);
  return rows;
};

/** Signals that have expired at `now`, milliseconds of market time, and have no outcome. */
export const readUnsettled = async (db: Database, now: number): Promise<Waiting> => {
  const [row] = await db
    .select({ waiting: count(), oldest: min(signals.expiresAt) })
    .from(signals)
    .where(and(eq(signals.status, 'live'), lte(signals.expiresAt, new Date(now))));
  return row ?? nothingWaits;
};

/** Counts signals without an outcome, and those of them that expired before `overdueSince`. */
export const countOpenSignals = async (db: Database, overdueSince: Date): Promise<OpenCounts> => {
  const { rows } = await db.execute<OpenCounts & Record<string, unknown>>(sql`
    select count(*)::int as open, (count(*) filter (where expires_at < ${overdueSince}))::int as overdue
    from signals where status <> 'settled'`);
  return rows[0] ?? { open: 0, overdue: 0 };
};
