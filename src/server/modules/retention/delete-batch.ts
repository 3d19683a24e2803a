import { and, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import type { RetentionRule } from './retention-rules.ts';

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
