/** A price of a pair at an instant, as the market quotes it. */
export interface QuotedTick {
  readonly symbol: string;
  /** Exchange time, milliseconds UTC. */
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
}

/** As it was received. */
export interface Tick extends QuotedTick {
  /** Local time, milliseconds UTC. */
  readonly receivedAt: number;
}
