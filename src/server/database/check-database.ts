import type pg from 'pg';
import type { ReadinessState } from '../http/check-readiness.ts';

export interface DatabaseState {
  readonly state: ReadinessState;
  /** Latency of a minimal query in milliseconds; null: it had no answer. */
  readonly answerMs: number | null;
}

/** Slow, or without a free connection, the database is degraded; without an answer it is down. */
export async function checkDatabase(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseState> {
  const startedAt = performance.now();
  try {
    await pool.query('select 1');
  } catch (error) {
    return { state: isPoolBusy(error) ? 'degraded' : 'down', answerMs: null };
  }
  const answerMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return { state: answerMs > slowMs ? 'degraded' : 'ok', answerMs };
}

const slowMs = 1_000;

/** The pool reports by message only that all its connections were in use. */
const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';
