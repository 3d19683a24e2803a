import type { TestDatabase } from '../test-database.ts';

const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

/** Until a statement waits for a lock of a transaction that the test has open. */
export async function untilACallWaits({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  while ((await pool.query(waiting)).rowCount === 0);
}
