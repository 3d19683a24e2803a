import type { Direction } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';

/** A signal as issued: it waits for its entry tick. Instants in milliseconds UTC. */
export interface EnteringSignal {
  readonly id: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly duration: Duration;
  readonly issuedAt: number;
}

/** A signal with its entry price: it waits for its expiry. */
export interface LiveSignal extends EnteringSignal {
  readonly openPrice: number;
  readonly openedAt: number;
  readonly expiresAt: number;
}
