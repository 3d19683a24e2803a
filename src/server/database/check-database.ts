import type pg from 'pg';
import type { ReadinessState } from '../http/check-readiness.ts';
import { type ConnectionOptions, connectDatabase } from './connection.ts';
import { databaseTimeouts } from './connection-settings.ts';

interface DatabaseState {
  readonly state: ReadinessState;
  /** Latency of a minimal query in milliseconds; null: it had no answer. */
  readonly answerMs: number | null;
}

/** A slow database is degraded, one without an answer is down. */
export async function checkDatabase(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseState> {
  const startedAt = performance.now();
  try {
    await pool.query('select 1');
  } catch {
    return { state: 'down', answerMs: null };
  }
  const answerMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return { state: answerMs > slowMs ? 'degraded' : 'ok', answerMs };
}

const slowMs = 1_000;

/**
 * A check on a connection of its own that stays open: while the database is slow, every other one may
 * be in use, and to open another takes longer than its timeout.
 */
export function createDatabaseCheck({ url, onIdleError }: Pick<ConnectionOptions, 'url' | 'onIdleError'>) {
  const timeouts = { ...databaseTimeouts, connect: patientConnectMs };
  const { pool, close } = connectDatabase({ url, onIdleError, maxConnections: 1, idleMs: 0, timeouts });
  return { check: async (): Promise<ReadinessState> => (await checkDatabase(pool)).state, close };
}

/** Signing in to the server takes several round trips. */
const patientConnectMs = 10_000;
