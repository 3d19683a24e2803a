import type { EventData } from '#contract/events.ts';
import type { UnitOfWork } from '#server/database/in-transaction.ts';
import { orderWrites } from '#server/database/order-writes.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { insertUserEvents } from './user-events.repository.ts';

type UserEventName = 'signal' | 'result' | 'balance' | 'session';
type UserEvent = {
  readonly [N in UserEventName]: {
    readonly userId: string;
    readonly name: N;
    readonly data: EventData<N>;
  };
}[UserEventName];

/** Written in the transaction of what it reports, and published after its commit. */
export type EnqueueUserEvents = (work: UnitOfWork, events: readonly UserEvent[], at: Date) => Promise<void>;

export const createEnqueueUserEvents =
  (bus: Bus): EnqueueUserEvents =>
  async ({ tx, afterCommit }, events, at) => {
    // A stream resumes by the greatest id it saw, so ids must become visible in order.
    await orderWrites(tx);
    const ids = await insertUserEvents(
      tx,
      events.map((event) => ({ ...event, at })),
    );
    afterCommit(() => {
      ids.forEach((id, i) => {
        const event = events[i];
        if (event) bus.publish({ ...event, id });
      });
    });
  };
