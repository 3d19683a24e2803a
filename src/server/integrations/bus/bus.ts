import type { EventName } from '#contract/event-names.ts';
import type { EventData } from '#contract/events.ts';

/**
 * One event on its way to streams. `userId` null: for everyone. `id`: its position in the user's
 * outbox, if it has one.
 */
export interface BusEvent<N extends EventName = EventName> {
  readonly name: N;
  readonly data: EventData<N>;
  readonly userId: string | null;
  readonly id: number | null;
}

/** The port between publishers and listeners: in process here, Redis between processes later. */
export interface Bus {
  publish(event: BusEvent): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: (event: BusEvent) => void): () => void;
}
