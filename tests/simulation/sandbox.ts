import pg from 'pg';

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
  return {
    query: (query, values) => client.query(query, values),
    restart: async () => {
      await client.query('rollback');
      restarts += 1;
      if (restarts % restartsPerVacuum === 0) await client.query('vacuum');
      await client.query('begin');
      await client.query(restartSequences);
    },
    close: () => client.end(),
  };
}

export const textOf = (query: string | pg.QueryConfig): string => (typeof query === 'string' ? query : query.text);
