import { sql } from 'drizzle-orm';
import type { Leader } from '#server/database/leader.ts';
import { leaderTerms } from '#server/database/tables/leader-tables.ts';
import { inTransaction } from '#server/database/connection.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

/** The leader lock of the database, and the term of its last holder. */
export interface LeaderLock {
  stand(process: SimulatedProcess, onDeposed: () => void): Leader;
  /** The process that began the newest term; null: none has. */
  leading(): ProcessState | null;
  /** Since when. */
  leadingSince(): number;
  /** The server ends the session that holds the lock, because its process is gone or silent. */
  release(process: ProcessState): void;
}

const lookEveryMs = 1_000;

/**
 * The session lock is simulated, because all processes share one connection; the terms in the
 * database and the fence that reads them are the product's.
 */
export function createLeaderLock(world: World): LeaderLock {
  let holder: ProcessState | null = null;
  let leading: ProcessState | null = null;
  let since = world.now();

  const beginTerm = ({ db, state, clock }: SimulatedProcess): Promise<number> =>
    inTransaction(db, async ({ tx }) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('kurs.leader_term'))`);
      const self = { host: state.name, pid: 1, backendPid: 1, address: '', feed: '', role: 'engine' as const };
      const [row] = await tx
        .insert(leaderTerms)
        .values({ ...self, startedAt: new Date(clock.now()) })
        .returning({ term: leaderTerms.term });
      return row?.term ?? 0;
    });

  return {
    leading: () => leading,
    leadingSince: () => since,
    release: (process) => {
      if (holder === process) holder = null;
    },
    stand: (process, onDeposed) => {
      const { state, scheduler, log } = process;
      const elected = Promise.withResolvers<void>();
      let term = 0;
      let believes = false;
      const lead = async (): Promise<void> => {
        holder = state;
        term = await beginTerm(process);
        leading = state;
        since = world.now();
        believes = true;
        elected.resolve();
      };
      const look = async (): Promise<void> => {
        // It takes an answer of the server, and meanwhile other work goes on.
        await process.onDisk('heartbeat', async () => undefined);
        if (believes && holder !== state) return onDeposed();
        if (holder === null) await lead();
      };
      const onError = (err: unknown): void => {
        if (holder === state) holder = null;
        log.warn({ err }, 'standing for the leader lock failed; retrying');
      };
      repeat({ everyMs: lookEveryMs, task: look, onError, after: scheduler.after }).start();
      return {
        term: () => term,
        elected: elected.promise,
        isLeading: () => believes,
        deposed: new Promise<never>(() => undefined),
        release: async () => undefined,
      };
    },
  };
}
