import { desc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/tables/record-tables.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import { readLeaf } from '#server/modules/record/append/stored-leaves.ts';

interface SettleAgainDependencies {
  readonly leader: { readonly isLeading: () => boolean };
  readonly leaderDb: Database;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The defect "settles twice": the newest outcome is appended once more. */
export function settleAgain({ leader, leaderDb, after, log }: SettleAgainDependencies): void {
  const task = async (): Promise<void> => {
    if (!leader.isLeading()) return;
    await inTransaction(leaderDb, async ({ tx }) => {
      const newest = desc(recordLeaves.index);
      const [row] = await tx
        .select()
        .from(recordLeaves)
        .where(eq(recordLeaves.kind, 'outcome'))
        .orderBy(newest)
        .limit(1);
      if (row) await appendLeaves(tx, await lockRecord(tx), [readLeaf(row)]);
    });
  };
  repeat({ everyMs: 20_000, task, onError: (err) => log.error({ err }, 'not settled again'), after }).start();
}
