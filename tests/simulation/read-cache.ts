import type pg from 'pg';
import { toText } from './to-text.ts';

type Query = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** An update that matched nothing changed nothing. */
export const mayHaveChanged = (text: string, { rowCount }: pg.QueryResult): boolean =>
  rowCount !== 0 || !/^\s*(?:insert|update|delete)\b/i.test(text);

interface Saved {
  readonly result: pg.QueryResult;
  readonly tables: readonly string[];
  /** Number of changes so far. */
  readonly at: number;
}

const writes = /\b(?:insert into|update)\s+"?(\w+)"?/gi;
/** Deletes may cascade, a rollback restores any table, and definitions change plans. */
const changesAll = /^\s*(?:delete|rollback|drop|create)\b|\bsetval\(/i;
const onlyReads = /^\s*select\b/i;

/**
 * What a statement that only reads answered is its answer until one of its tables is written:
 * loops that wait read the same again and again, and nobody else is connected.
 */
export function cacheReads(query: Query, allTables: readonly string[]): Query {
  const saved = new Map<string, Saved>();
  const tablesIn = new Map<string, readonly string[]>();
  const changedAt = new Map<string, number>();
  let changes = 0;

  const listTables = (text: string): readonly string[] => {
    const known = tablesIn.get(text) ?? allTables.filter((table) => new RegExp(`\\b${table}\\b`).test(text));
    tablesIn.set(text, known);
    return known;
  };
  const invalidate = (text: string): void => {
    changes += 1;
    if (changesAll.test(text)) saved.clear();
    for (const [, table = ''] of text.matchAll(writes)) changedAt.set(table, changes);
  };
  const isCurrent = ({ tables, at }: Saved): boolean => tables.every((table) => (changedAt.get(table) ?? 0) <= at);

  return async (one, values) => {
    const text = toText(one);
    if (!onlyReads.test(text) || changesAll.test(text)) {
      const result = await query(one, values);
      if (mayHaveChanged(text, result)) invalidate(text);
      return result;
    }
    const hasArrays = typeof one !== 'string' && 'rowMode' in one;
    const key = `${text} ${hasArrays} ${JSON.stringify(values)}`;
    const found = saved.get(key);
    if (found && isCurrent(found)) return found.result;
    const result = await query(one, values);
    saved.set(key, {
      result: { ...result, rows: Object.freeze(result.rows) as unknown[] },
      tables: listTables(text),
      at: changes,
    });
    return result;
  };
}
