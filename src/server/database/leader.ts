import { setTimeout as pause } from 'node:timers/promises';
import { desc } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { leaderTerms } from './leader-tables.ts';

type Term = typeof leaderTerms.$inferSelect;

/** Identity of a process, shown to a process that cannot start because of it. */
export type LeaderSelf = Pick<Term, 'host' | 'pid' | 'address' | 'feed' | 'role'>;

/**
 * The exclusive right to resume, enter, settle and sign on this database; held by one process at a
 * time.
 */
export interface Leader {
  /** 0: it never led. */
  readonly term: () => number;
  /** Resolves when this process leads for the first time. */
  readonly elected: Promise<void>;
  /** False from the loss of the lock's connection until the lock is taken again. */
  readonly isLeading: () => boolean;
  /** Resolves with the reason once another process leads; this process must then stop. */
  readonly deposed: Promise<string>;
  release(): Promise<void>;
}

/** Of a process whose role does not include leading. */
export const neverLeads: Leader = {
  term: () => 0,
  elected: new Promise<never>(() => {}),
  isLeading: () => false,
  deposed: new Promise<never>(() => {}),
  release: async () => {},
};

interface Needs {
  readonly url: string;
  readonly self: LeaderSelf;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Runs while the lock is held, before the first term is written. */
  readonly prepare?: () => Promise<void>;
  /** Waits; rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Advisory lock key used only by this product: 'kurs' and 'lead' in ASCII. */
const lockKey = [0x6b757273, 0x6c656164];
const retryMs = 250;
/**
 * Five seconds in total, because the session of a process killed a moment ago may still be ending.
 */
const startAttempts = 20;
const heartbeatMs = 2_000;
const answerWithinMs = 5_000;

/**
 * The server ends the session of a process that does not send its heartbeat, because it is paused
 * or its machine is unreachable, and releases its lock.
 */
const sessionSettings = 'set idle_session_timeout = 6000';

/** Takes the session-level advisory lock, or throws an error that names the process holding it. */
export async function takeLeadership(needs: Needs): Promise<Leader> {
  const stopping = new AbortController();
  const { url, self, prepare, wait = waitFor } = needs;
  const session = await lockAtStart(url, (ms) => wait(ms, stopping.signal));
  const startedTerm = await prepareAndStart(session, self, prepare);
  const leader = holdLeadership(needs, stopping, Promise.resolve({ session, startedTerm }));
  await leader.elected;
  return leader;
}

/**
 * Waits for the lock, however long another process holds it. Throws an error that names a process
 * that holds it alone (ROLE=all).
 */
export async function standForLeadership(needs: Needs): Promise<Leader> {
  const holder = await findLeader(needs.url);
  if (holder?.role === 'all') throw databaseInUse(holder);
  const stopping = new AbortController();
  return holdLeadership(needs, stopping, waitForLock(needs, stopping.signal));
}

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> => pause(ms, undefined, { signal });

interface Held {
  readonly session: Session;
  readonly startedTerm: number;
}

/** Leads from the moment at which `first` resolves. */
function holdLeadership(needs: Needs, stopping: AbortController, first: Promise<Held>): Leader {
  const { url, self, log, wait = waitFor } = needs;
  const deposed = Promise.withResolvers<string>();
  const elected = Promise.withResolvers<void>();
  let session: Session | null = null;
  let term = 0;

  /** Resolves when the session is no longer usable. */
  const untilLost = async (held: Session): Promise<void> => {
    while (!held.hasEnded()) {
      await Promise.race([wait(heartbeatMs, stopping.signal), held.ended]);
      if (!held.hasEnded()) await held.client.query('select 1').catch(held.close);
    }
  };
  const reacquire = async (): Promise<Session | 'away' | Term> => {
    try {
      const next = await retake(url, self, term);
      if ('term' in next) return next;
      term = next.startedTerm;
      return next.session;
    } catch (error) {
      log.warn({ err: error }, 're-acquiring the leader lock failed; retrying');
      return 'away';
    }
  };
  const watch = async (held: Session): Promise<void> => {
    await untilLost(held);
    session = null;
    log.warn({ term }, 'leader lock lost with its connection: nothing is settled until it is re-acquired');
    for (;;) {
      const next = await reacquire();
      if (next !== 'away' && 'term' in next) return deposed.resolve(deposedBy(next));
      if (next !== 'away') {
        session = next;
        log.warn({ term }, 'leader lock re-acquired');
        return watch(next);
      }
      await wait(retryMs, stopping.signal);
    }
  };
  const begin = (held: Held): Promise<void> => {
    ({ session, startedTerm: term } = held);
    elected.resolve();
    return watch(held.session);
  };
  const watching = first.then(begin).catch((error: unknown) => {
    if (!stopping.signal.aborted)
      log.error({ err: error }, 'watching the leader lock failed; it is no longer monitored');
  });

  return {
    term: () => term,
    elected: elected.promise,
    isLeading: () => session !== null && !session.hasEnded(),
    deposed: deposed.promise,
    release: async () => {
      stopping.abort();
      await watching;
      await session?.close();
    },
  };
}

/** Until the lock is free, through lost connections. Rejects when the signal aborts. */
async function waitForLock({ url, self, log, wait = waitFor }: Needs, signal: AbortSignal): Promise<Held> {
  for (;;) {
    const session = await openSession(url).catch(() => null);
    try {
      while (session && !session.hasEnded()) {
        if (await tryLock(session)) return { session, startedTerm: await beginTerm(session, self) };
        await wait(retryMs, signal);
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'standing for the leader lock failed; retrying');
      await session?.close();
    }
    await wait(retryMs, signal);
  }
}

interface Session {
  readonly client: pg.Client;
  readonly hasEnded: () => boolean;
  readonly ended: Promise<void>;
  /** Ends the session and releases its lock; destroys a connection that does not respond. */
  readonly close: () => Promise<void>;
}

async function openSession(url: string): Promise<Session> {
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
  await client.query(sessionSettings).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { client, hasEnded: () => hasEnded, ended: ended.promise, close };
}

async function lockAtStart(url: string, wait: (ms: number) => Promise<unknown>): Promise<Session> {
  const session = await openSession(url);
  try {
    for (let attempt = 0; attempt < startAttempts; attempt += 1) {
      if (await tryLock(session)) return session;
      await wait(retryMs);
    }
    throw databaseInUse(await findHolder(session));
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function prepareAndStart(session: Session, self: LeaderSelf, prepare: Needs['prepare']): Promise<number> {
  try {
    await prepare?.();
    return await beginTerm(session, self);
  } catch (error) {
    await session.close();
    throw error;
  }
}

/**
 * After a broken connection: takes the lock again with a new term, or returns the term of another
 * process that has led in the meantime. Throws while neither can be determined.
 */
async function retake(
  url: string,
  self: LeaderSelf,
  term: number,
): Promise<{ session: Session; startedTerm: number } | Term> {
  const session = await openSession(url);
  try {
    const isLocked = await tryLock(session);
    const newest = await findNewestTerm(session);
    if (newest && newest.term > term) {
      await session.close();
      return newest;
    }
    if (isLocked) return { session, startedTerm: await beginTerm(session, self) };
    // The server may not have noticed yet that the broken connection is gone.
    if (newest) await session.client.query(endOwnBackend, [newest.backendPid, ...lockKey]);
    throw new Error('the lock is still held');
  } catch (error) {
    await session.close();
    throw error;
  }
}

/**
 * For a command beside the product: returns the leading process, or holds the lock itself while
 * there is none.
 */
export async function checkLeader(url: string): Promise<{ leader: Term | null; release(): Promise<void> }> {
  const session = await openSession(url);
  try {
    if (await tryLock(session)) return { leader: null, release: session.close };
    const leader = await findHolder(session);
    if (!leader) throw databaseInUse(null);
    return { leader, release: session.close };
  } catch (error) {
    await session.close();
    throw error;
  }
}

const isLeaderLock = `locktype = 'advisory' and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`;
const endOwnBackend = `
  select pg_terminate_backend(pid) from pg_locks where pid = $1 and classid = $2 and objid = $3 and ${isLeaderLock}`;

async function tryLock({ client }: Session): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', lockKey);
  return rows[0]?.locked === true;
}

/** Waits for the transactions of the term before, which are refused from then on (fence.ts). */
async function beginTerm({ client }: Session, self: LeaderSelf): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backendPid = rows[0]?.pid ?? 0;
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtext('kurs.leader_term'))");
  const [row] = await databaseOf(client)
    .insert(leaderTerms)
    .values({ ...self, backendPid, startedAt: new Date() })
    .returning({ term: leaderTerms.term });
  await client.query('commit');
  if (!row) throw new Error('insert of a leader term returned no row');
  return row.term;
}

const findNewestTerm = async ({ client }: Session): Promise<Term | null> =>
  (await databaseOf(client).select().from(leaderTerms).orderBy(desc(leaderTerms.term)).limit(1))[0] ?? null;

/** Null: no process leads, or it has not written its term yet. */
async function findLeader(url: string): Promise<Term | null> {
  const session = await openSession(url);
  try {
    return await findHolder(session);
  } finally {
    await session.close();
  }
}

/** Null: the process holding the lock has not written its term yet. */
async function findHolder(session: Session): Promise<Term | null> {
  const table = await session.client.query("select to_regclass('public.leader_terms') is not null as found");
  if (table.rows[0]?.found !== true) return null;
  // A leader of the release before has not got all columns yet.
  const newest = await findNewestTerm(session).catch(() => null);
  const query = `select 1 from pg_locks where pid = $1 and classid = $2 and objid = $3 and ${isLeaderLock}`;
  const held = await session.client.query(query, [newest?.backendPid ?? 0, ...lockKey]);
  return held.rowCount === 0 ? null : newest;
}

const databaseOf = (client: pg.Client) => drizzle({ client, casing: 'snake_case' });

const wordsOf = ({ pid, host, startedAt, address, feed }: Term): string =>
  `process ${pid} on ${host}, since ${startedAt.toISOString()}, at ${address}, feed ${feed}`;

const databaseInUse = (holder: Term | null): StartError =>
  new StartError(
    `This database is in use by ${holder ? wordsOf(holder) : 'another process that is just starting'}.\nTwo processes must not lead on one database: stop that one first, or give this one another DATABASE_URL.`,
  );

const deposedBy = (holder: Term): string =>
  `The connection to the database was lost, and meanwhile another process took the lead: ${wordsOf(holder)}.\nThis process stops, so that two do not lead on one database.`;
