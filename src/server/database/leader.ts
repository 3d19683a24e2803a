import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '#node/start-error.ts';
import {
  beginTerm,
  endLeaderSession,
  findHolder,
  findNewestTerm,
  type LeaderSelf,
  type LeaderSession,
  openLeaderSession,
  type Term,
  tryLock,
} from './leader-session.ts';

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

interface LeaderDependencies {
  readonly url: string;
  readonly self: LeaderSelf;
  readonly log: FastifyBaseLogger;
  /** Runs while the lock is held, before the first term is written. */
  readonly prepare?: () => Promise<void>;
  /** Waits; rejects when the signal aborts. */
  readonly wait?: Wait;
}

type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

const retryMs = 250;
/**
 * Five seconds in total, because the session of a process killed a moment ago may still be ending.
 */
const startAttempts = 20;
const heartbeatMs = 2_000;

/** Takes the session-level advisory lock, or throws an error that names the process holding it. */
export async function takeLeadership(needs: LeaderDependencies): Promise<Leader> {
  const stopping = new AbortController();
  const { url, wait = waitFor } = needs;
  const session = await lockAtStart(url, (ms) => wait(ms, stopping.signal));
  const startedTerm = await prepareAndStart(session, needs);
  const leader = holdLeadership(needs, stopping, Promise.resolve({ session, startedTerm }));
  await leader.elected;
  return leader;
}

/**
 * Waits for the lock, however long another process holds it. Throws an error that names a process
 * that holds it alone (ROLE=all).
 */
export async function standForLeadership(needs: LeaderDependencies): Promise<Leader> {
  const holder = await findLeader(needs.url);
  if (holder?.role === 'all') throw databaseInUse(holder);
  const stopping = new AbortController();
  return holdLeadership(needs, stopping, waitForLock(needs, stopping.signal));
}

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> => pause(ms, undefined, { signal });

interface Held {
  readonly session: LeaderSession;
  readonly startedTerm: number;
}

/** Leads from the moment at which `first` resolves. */
function holdLeadership(needs: LeaderDependencies, stopping: AbortController, first: Promise<Held>): Leader {
  const { url, self, log, wait = waitFor } = needs;
  const deposed = Promise.withResolvers<string>();
  const elected = Promise.withResolvers<void>();
  let session: LeaderSession | null = null;
  let term = 0;

  const reacquire = async (): Promise<LeaderSession | 'away' | Term> => {
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
  const watch = async (held: LeaderSession): Promise<void> => {
    await sendHeartbeats(held, wait, stopping.signal);
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
async function waitForLock({ url, self, log, wait = waitFor }: LeaderDependencies, signal: AbortSignal): Promise<Held> {
  for (;;) {
    const session = await openLeaderSession(url).catch(() => null);
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

async function lockAtStart(url: string, wait: (ms: number) => Promise<unknown>): Promise<LeaderSession> {
  const session = await openLeaderSession(url);
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

async function prepareAndStart(
  session: LeaderSession,
  { self, prepare, wait = waitFor }: LeaderDependencies,
): Promise<number> {
  try {
    if (prepare) await withHeartbeats(session, wait, prepare);
    return await beginTerm(session, self);
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** A migration may take longer than the server waits for a heartbeat. */
async function withHeartbeats(session: LeaderSession, wait: Wait, prepare: () => Promise<void>): Promise<void> {
  const prepared = new AbortController();
  const heartbeats = sendHeartbeats(session, wait, prepared.signal).catch(() => undefined);
  await prepare().finally(() => prepared.abort());
  await heartbeats;
}

/** Resolves when the session is no longer usable; rejects when the signal aborts. */
async function sendHeartbeats(
  { client, hasEnded, ended, close }: LeaderSession,
  wait: Wait,
  signal: AbortSignal,
): Promise<void> {
  while (!hasEnded()) {
    await Promise.race([wait(heartbeatMs, signal), ended]);
    if (!hasEnded()) await client.query('select 1').catch(close);
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
): Promise<{ session: LeaderSession; startedTerm: number } | Term> {
  const session = await openLeaderSession(url);
  try {
    const isLocked = await tryLock(session);
    const newest = await findNewestTerm(session);
    if (newest && newest.term > term) {
      await session.close();
      return newest;
    }
    if (isLocked) return { session, startedTerm: await beginTerm(session, self) };
    // The server may not have noticed yet that the broken connection is gone.
    if (newest) await endLeaderSession(session, newest.backendPid);
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
  const session = await openLeaderSession(url);
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

/** Null: no process leads, or it has not written its term yet. */
async function findLeader(url: string): Promise<Term | null> {
  const session = await openLeaderSession(url);
  try {
    return await findHolder(session);
  } finally {
    await session.close();
  }
}

const describeTerm = ({ pid, host, startedAt, address, feed }: Term): string =>
  `process ${pid} on ${host}, since ${startedAt.toISOString()}, at ${address}, feed ${feed}`;

const databaseInUse = (holder: Term | null): StartError =>
  new StartError(
    `This database is in use by ${holder ? describeTerm(holder) : 'another process that is just starting'}.\nTwo processes must not lead on one database: stop that one first, or give this one another DATABASE_URL.`,
  );

const deposedBy = (holder: Term): string =>
  `The connection to the database was lost, and meanwhile another process took the lead: ${describeTerm(holder)}.\nThis process stops, so that two do not lead on one database.`;
