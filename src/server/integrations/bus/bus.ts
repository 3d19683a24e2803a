import type { EventName } from '#contract/event-names.ts';
import type { EventData } from '#contract/events.ts';

/** One event on its way to streams. `userId` null: for everybody. `id`: its place in the user's outbox, if it has one. */
export interface BusEvent<N extends EventName = EventName> {
  readonly name: N;
  readonly data: EventData<N>;
  readonly userId: string | null;
  readonly id: number | null;
}

/** The port between what happens and who is listening: in process here, Redis between processes later. */
export interface Bus {
  publish(event: BusEvent): void;
  /** Returns the way to stop listening. */
  subscribe(listener: (event: BusEvent) => void): () => void;
}
