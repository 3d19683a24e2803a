import type { Direction } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';

/** An issued signal waiting for its entry tick. Instants in milliseconds UTC. */
export interface EnteringSignal {
  readonly id: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly duration: Duration;
  readonly issuedAt: number;
}

/** A signal with an entry price, waiting for its expiry. */
export interface LiveSignal extends EnteringSignal {
  readonly openPrice: number;
  readonly openedAt: number;
  readonly expiresAt: number;
}
