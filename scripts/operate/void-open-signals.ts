import { operatorId } from '#domain/accounts/audit-action.ts';
import type { VoidCause } from '#domain/signals/outcome.ts';
import type { DatabaseConnection } from '#server/database/connection.ts';
import { checkLeader } from '#server/database/leader.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { enqueueUserEvents } from '#server/modules/events/enqueue-user-events.ts';
import type { EnqueueUserEvents } from '#server/modules/events/events.api.ts';
import { listOpenSignals } from '#server/modules/signals/signals.repository.ts';
import { voidSignal } from '#server/modules/signals/settlement/void-signal.ts';
import { UsageError } from '../command/run-command.ts';

interface Voiding {
  readonly feed: string;
  readonly reason: string;
  readonly cause: VoidCause;
}

/**
 * Voids each signal as an administrator would and returns their number. While no process leads,
 * this holds the leader lock, so no product can start before it ends.
 */
export async function voidOpenSignals(
  { db, url }: Pick<DatabaseConnection, 'db' | 'url'>,
  { feed, reason, cause }: Voiding,
): Promise<number> {
  const met = await checkLeader(url);
  try {
    if (met.leader?.feed === feed)
      throw new UsageError(
        `Process ${met.leader.pid} on ${met.leader.host} runs ${feed} at ${met.leader.address}: it settles these signals itself.`,
      );
    const bus = createInProcessBus();
    const enqueue: EnqueueUserEvents = (work, events) => enqueueUserEvents({ bus, clock: Date }, work, events);
    const ctx = { db, enqueueUserEvents: enqueue, clock: Date, marketClock: Date };
    const open = await listOpenSignals(db, { only: feed });
    for (const { id } of open) await voidSignal(ctx, { adminId: operatorId, signalId: id, reason, cause });
    return open.length;
  } finally {
    await met.release();
  }
}
