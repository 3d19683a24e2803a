import type { WallClock } from '#domain/time.ts';
import { orderWrites } from '#server/database/locks.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { insertUserEvents } from './user-events.repository.ts';
import type { EnqueueUserEvents } from './events.api.ts';

/** Dates events by the wall clock, also those of a market that runs faster. */
export const createEnqueueUserEvents =
  (bus: Pick<Bus, 'publish'>, clock: WallClock): EnqueueUserEvents =>
  async ({ tx, afterCommit }, events) => {
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
  };
