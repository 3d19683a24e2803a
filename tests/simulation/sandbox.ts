import pg from 'pg';
import { cacheReads } from './read-cache.ts';

/** A connection to a migrated database, all work of which is undone at the next `restart`. */
export interface Sandbox {
  query(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
  /** Undoes everything; numbers that the database gives out begin at 1 again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Rolled-back rows are removed after so many restarts. */
const restartsPerVacuum = 20;

const restartSequences = `
  select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where schemaname = 'public'`;

/** A table of our own, so that a job is stored if and only if its transaction commits. */
const jobsTable = `
  create table if not exists simulated_jobs (
    id bigserial primary key, queue text not null, data jsonb not null, due timestamptz not null
  )`;

export async function openSandbox(url: string): Promise<Sandbox> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(jobsTable);
  await client.query('begin');
  let restarts = 0;
  const names = new Map<string, string>();
  const getName = (text: string): string => {
    const name = names.get(text) ?? `simulated_${names.size}`;
    names.set(text, name);
    return name;
  };
  /** Prepared once, because a seed sends some hundred texts thousands of times. */
  const send = async (query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const config = typeof query === 'string' ? { text: query } : query;
    const result = await client.query(values?.length ? { ...config, values, name: getName(config.text) } : config);
    return hasAnyOrder(config.text) ? { ...result, rows: sorted(result.rows) } : result;
  };
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
  const tables = rows.map(({ tablename }: { tablename: string }) => tablename);
  let query = cacheReads(send, tables);
  return {
    query: (one, values) => query(one, values),
    restart: async () => {
      await client.query('rollback');
      query = cacheReads(send, tables);
      restarts += 1;
      if (restarts % restartsPerVacuum === 0) await client.query('vacuum');
      await client.query('begin');
      await client.query(restartSequences);
    },
    close: async () => {
      // Answered after the statements that nothing has waited for.
      await client.query('rollback');
      await client.end();
    },
  };
}

/** The server gives these rows in the order of its pages, where earlier seeds have left gaps. */
const hasAnyOrder = (text: string): boolean =>
  /^\s*(?:select|update|delete)\b/i.test(text) && !/\border by\b/i.test(text);

const sorted = (rows: readonly unknown[]): unknown[] =>
  rows
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => row);
