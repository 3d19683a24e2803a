import type { AutoRun } from '#contract/signals.ts';
import type { MarketClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { dayMs } from '#domain/time.ts';
import { type AutoRunStore, toAutoRunDto } from './auto-run-store.ts';
import { findNewestAutoRun, lockRunningAutoRun, type AutoRunRow } from './auto-runs.repository.ts';

interface OwnAutoRunDependencies {
  readonly db: Database;
  readonly runs: AutoRunStore;
}

/** An open signal stays; only no further one follows. */
export const createStopAutoRun =
  ({ db, runs }: OwnAutoRunDependencies) =>
  async (userId: string, reason: 'user' | 'stopped_for_today'): Promise<void> => {
    await inTransaction(db, async (work) => {
      const running = await lockRunningAutoRun(work.tx, userId);
      if (running) await runs.stop(work, running, reason);
    });
  };

/** The reason for stopping stays visible for a day. */
const shownForMs = dayMs;

export const createReadAutoRun =
  ({ db, runs, clock }: OwnAutoRunDependencies & { readonly clock: MarketClock }) =>
  async (userId: string): Promise<AutoRun | null> => {
    const run = await findNewestAutoRun(db, userId);
    return run && isOfInterest(run, clock.now()) ? toAutoRunDto(run, await runs.readPast(db, run)) : null;
  };

const isOfInterest = ({ stoppedAt, stopReason }: AutoRunRow, now: number): boolean =>
  stoppedAt === null || (stopReason !== 'user' && now - stoppedAt.getTime() < shownForMs);
