import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { WallClock } from '#domain/clock.ts';
import { secondMs } from '#domain/time.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { type Database, connectDatabase } from '../connection.ts';
import { isIdleTimeout } from '../connection-errors.ts';

/** A replica of the database and how far it has followed it. */
export interface Replica extends Repeating {
  readonly db: Database;
  /**
   * Everything committed until this instant (milliseconds since 1970) is in the replica; null: it is
   * too far behind or does not answer, and must not be read.
   */
  getReplayedUntil(): number | null;
  /** A read failed: the replica is not read before it answers the next check. */
  reject(error: unknown): void;
}

interface ReplicaDependencies {
  readonly url: string;
  readonly primary: Database;
  /** Agrees with the clock of the primary, as those of all processes do. */
  readonly clock: WallClock;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** A replica that is further behind is not read. */
const maxLagMs = 10 * secondMs;
const everyMs = secondMs;

/** Checks the replica once a second, and logs when it begins and ends to be read. */
export function watchReplica({ url, primary, clock, after, log }: ReplicaDependencies): Replica {
  const onIdleError = (error: Error): void => {
    if (!isIdleTimeout(error)) log.warn({ err: error }, 'connection to the read replica lost');
  };
  const reading = connectDatabase({ url, onIdleError });
  // A connection of its own, because slow reads may use all others.
  const checking = connectDatabase({ url, onIdleError, maxConnections: 1, idleMs: 0 });
  let replayedUntil: number | null = null;
  let wasRead: boolean | null = null;

  const getReplayedUntil = (): number | null =>
    replayedUntil !== null && clock.now() - replayedUntil <= maxLagMs ? replayedUntil : null;

  const check = async (): Promise<void> => {
    const checkedAt = clock.now();
    const replayed = await findReplayed(checking.db, await findWritten(primary));
    // A primary that is idle commits nothing: what was seen to be complete stays so.
    replayedUntil = Math.max(replayedUntil ?? 0, replayed.isComplete ? checkedAt : replayed.at);
    report();
  };

  /** Once when it begins to be read, and once when it ends. */
  const report = (error?: unknown): void => {
    const isRead = getReplayedUntil() !== null;
    if (isRead === wasRead) return;
    wasRead = isRead;
    if (isRead) log.info('history, statistics and the record are read from the read replica');
    else
      log.warn(
        { err: error, replayedUntil: replayedUntil === null ? null : new Date(replayedUntil).toISOString() },
        'the read replica is behind or does not answer: reading from the primary until it is back',
      );
  };

  const reject = (error: unknown): void => {
    replayedUntil = null;
    report(error);
  };

  // One check without an answer is no reason: the age of the last one decides.
  const checks = repeat({ firstAfterMs: 0, everyMs, task: check, onError: report, after });
  return {
    db: reading.db,
    getReplayedUntil,
    reject,
    start: checks.start,
    stop: async () => {
      await checks.stop();
      await Promise.all([reading.close(), checking.close()]);
    },
  };
}

/** How far the write-ahead log of the primary reaches: every commit is before it. */
async function findWritten(primary: Database): Promise<string> {
  const { rows } = await primary.execute<{ written: string }>(sql`select pg_current_wal_insert_lsn()::text as written`);
  return rows[0]?.written ?? '';
}

/**
 * Whether all of that was replayed, and when the last replayed transaction was committed. Compared
 * with the primary rather than with what the replica has received: one that is cut off has replayed
 * all that it received.
 */
async function findReplayed(replica: Database, written: string) {
  const { rows } = await replica.execute<{ is_replica: boolean; is_complete: boolean; at: string | null }>(sql`
    select pg_is_in_recovery() as is_replica,
      coalesce(pg_last_wal_replay_lsn() >= ${written}::pg_lsn, false) as is_complete,
      extract(epoch from pg_last_xact_replay_timestamp()) * 1000 as at`);
  const [found] = rows;
  if (!found?.is_replica) throw new Error('the database of DATABASE_READ_URL is not a replica');
  return { isComplete: found.is_complete, at: Math.floor(Number(found.at ?? 0)) };
}
