import { and, lt, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { type Retention, storedTables } from '#server/database/stored-tables.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';

export function retentionModule(ctx: Platform): ServerModule {
  const { start, stop } = pruneOnTimer(ctx);
  return {
    routes: [],
    api: {},
    components: [{ name: 'retention', duty: 'lead', phase: 'with jobs', start, stop }],
  };
}

export interface RetentionRule extends Retention {
  readonly table: PgTable;
}

export const retentionRules: readonly RetentionRule[] = storedTables.flatMap(({ table, kept }) =>
  typeof kept === 'string' ? [] : [{ table, ...kept }],
);

export const getName = ({ table }: RetentionRule): string => getTableConfig(table).name;

const firstRoundAfterMs = minuteMs;
const roundEveryMs = 600_000;
/** Pause between two batches, so that pruning does not monopolise the database. */
const pauseMs = 50;

/** Deletes one batch at a time, table by table; a table that fails is retried in the next round. */
export function pruneOnTimer({ db, clock, marketClock, scheduler, log }: Platform): Repeating {
  let due = retentionRules;

  const isDone = async (rule: RetentionRule): Promise<boolean> => {
    const now = (rule.clock === 'market' ? marketClock : clock).now();
    return (await deleteBatch(db, rule, new Date(now - rule.days * dayMs))) < getBatch(rule);
  };

  const deleteNext = async (): Promise<number> => {
    const [rule, ...remaining] = due;
    if (!rule) {
      due = retentionRules;
      return roundEveryMs;
    }
    if (await isDone(rule)) due = remaining;
    return pauseMs;
  };

  const skipTable = (error: unknown): void => {
    const [rule, ...remaining] = due;
    const table = rule && getName(rule);
    log.error({ err: error, table }, 'deleting old rows failed; retrying in ten minutes');
    due = remaining;
  };

  return repeat({
    firstAfterMs: firstRoundAfterMs,
    everyMs: pauseMs,
    task: deleteNext,
    onError: skipTable,
    after: scheduler.after,
  });
}

const defaultBatch = 2_000;

export const getBatch = ({ batch = defaultBatch }: RetentionRule): number => batch;

/**
 * Deletes at most one batch of the rows older than `before`, oldest first. Returns the number of
 * deleted rows.
 */
export const deleteBatch = async (db: Database, rule: RetentionRule, before: Date): Promise<number> =>
  (await deleteStatement(db, rule, before)).rowCount ?? 0;

export function deleteStatement(db: Database, rule: RetentionRule, before: Date) {
  const isOld = and(lt(rule.column, before), rule.only?.(before));
  const oldest = rule.oldest?.(before, getBatch(rule)) ?? oldestByColumn(rule, isOld);
  // Repeats the condition, so that a row renewed meanwhile is not deleted.
  return db.delete(rule.table).where(and(isOld, sql`ctid = any(array(${oldest}))`));
}

const oldestByColumn = (rule: RetentionRule, isOld: SQL | undefined): SQL => sql`
  select ctid from ${rule.table} where ${isOld} order by ${rule.column} limit ${getBatch(rule)}`;
