import { desc, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { configureSession } from './connection-settings.ts';
import { leaderTerms } from './tables/leader-tables.ts';

export type Term = typeof leaderTerms.$inferSelect;

/** Identity of a process, shown to a process that cannot start because of it. */
export type LeaderSelf = Pick<Term, 'host' | 'pid' | 'address' | 'feed' | 'role'>;

/** A connection of its own whose session holds the leader lock, or tries to take it. */
export interface LeaderSession {
  readonly client: pg.Client;
  readonly hasEnded: () => boolean;
  readonly ended: Promise<void>;
  /** Ends the session and releases its lock; destroys a connection that does not respond. */
  readonly close: () => Promise<void>;
}

export async function openLeaderSession(url: string): Promise<LeaderSession> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kurs leader',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  let hasEnded = false;
  const ended = Promise.withResolvers<void>();
  const end = (): void => {
    hasEnded = true;
    ended.resolve();
  };
  client.on('error', end);
  client.on('end', end);
  const close = async (): Promise<void> => {
    end();
    await client.end();
  };
  await client.connect();
  await configureSession(client, sessionSettings).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { client, hasEnded: () => hasEnded, ended: ended.promise, close };
}

const answerWithinMs = 5_000;

/**
 * The server ends the session of a process that does not send its heartbeat, because it is paused
 * or its machine is unreachable, and releases its lock.
 */
const sessionSettings = { idle_session_timeout: '6000' };

/** Advisory lock key used only by this product: 'kurs' and 'lead' in ASCII. */
const lockKey = [0x6b757273, 0x6c656164];

export async function tryLock({ client }: LeaderSession): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', lockKey);
  return rows[0]?.locked === true;
}

/** Waits for the transactions of the term before, which are refused from then on (`fencedDatabase`). */
export async function beginTerm({ client }: LeaderSession, self: LeaderSelf): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backendPid = rows[0]?.pid ?? 0;
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtext('kurs.leader_term'))");
  const [row] = await createDatabase(client)
    .insert(leaderTerms)
    .values({ ...self, backendPid, startedAt: sql`now()` })
    .returning({ term: leaderTerms.term });
  await client.query('commit');
  if (!row) throw new Error('insert of a leader term returned no row');
  return row.term;
}

export const findNewestTerm = async ({ client }: LeaderSession): Promise<Term | null> =>
  (await createDatabase(client).select().from(leaderTerms).orderBy(desc(leaderTerms.term)).limit(1))[0] ?? null;

/** Null: the process holding the lock has not written its term yet. */
export async function findHolder(session: LeaderSession): Promise<Term | null> {
  const table = await session.client.query("select to_regclass('public.leader_terms') is not null as found");
  if (table.rows[0]?.found !== true) return null;
  const newest = await findNewestTerm(session);
  const query = `select 1 from pg_locks where pid = $1 and classid = $2 and objid = $3 and ${isLeaderLock}`;
  const held = await session.client.query(query, [newest?.backendPid ?? 0, ...lockKey]);
  return held.rowCount === 0 ? null : newest;
}

/** Ends the session `backendPid`, if it holds the lock. */
export const endLeaderSession = ({ client }: LeaderSession, backendPid: number): Promise<unknown> =>
  client.query(
    `select pg_terminate_backend(pid) from pg_locks where pid = $1 and classid = $2 and objid = $3 and ${isLeaderLock}`,
    [backendPid, ...lockKey],
  );

const isLeaderLock = `locktype = 'advisory' and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`;

const createDatabase = (client: pg.Client) => drizzle({ client, casing: 'snake_case' });
