import type { WallClock } from '#domain/time.ts';
import type { UnitOfWork } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { insertUserEvents } from './user-events.repository.ts';
import type { UserEvent } from './events.api.ts';

/** Dates events by the wall clock, also those of a market that runs faster. */
export async function enqueueUserEvents(
  { bus, clock }: { readonly bus: Bus; readonly clock: WallClock },
  { tx, afterCommit }: UnitOfWork,
  events: readonly UserEvent[],
): Promise<void> {
  const at = new Date(clock.now());
  // A stream resumes by the greatest id it saw, so ids must become visible in order.
  await orderWrites(tx);
  const stored = await insertUserEvents(
    tx,
    events.map((event) => ({ ...event, at })),
  );
  afterCommit(() => {
    stored.forEach((ids, i) => {
      const event = events[i];
      if (event) bus.publish({ ...event, ...ids });
    });
  });
}
