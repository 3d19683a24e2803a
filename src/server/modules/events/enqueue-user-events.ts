import { orderWrites } from '#server/database/order-writes.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { insertUserEvents } from './user-events.repository.ts';
import type { EnqueueUserEvents, UserEventListener } from './events.api.ts';

export const createEnqueueUserEvents =
  (bus: Pick<Bus, 'publish'>, listeners: readonly UserEventListener[] = []): EnqueueUserEvents =>
  async (work, events, at) => {
    const { tx, afterCommit } = work;
    for (const listener of listeners) await listener(work, events, at);
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
