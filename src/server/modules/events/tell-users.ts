import type { EventData } from '#contract/events.ts';
import type { Transaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/order-writes.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { insertUserEvents } from './user-events.repository.ts';

type Told = 'signal' | 'result' | 'balance' | 'session';
type UserEvent = {
  readonly [N in Told]: {
    readonly userId: string;
    readonly name: N;
    readonly data: EventData<N>;
  };
}[Told];

/** Written with what it tells; call what it returns once the transaction has committed. */
export type TellUsers = (tx: Transaction, events: readonly UserEvent[], at: Date) => Promise<() => void>;

export const createTellUsers =
  (bus: Bus): TellUsers =>
  async (tx, events, at) => {
    // A stream resumes by the greatest id it saw: ids must become visible in their order.
    await orderWrites(tx);
    const ids = await insertUserEvents(
      tx,
      events.map((event) => ({ ...event, at })),
    );
    return () => {
      ids.forEach((id, i) => {
        const event = events[i];
        if (event) bus.publish({ ...event, id });
      });
    };
  };
