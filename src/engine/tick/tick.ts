/**
 * A price of a pair at an instant. `time`: exchange time, `receivedAt`: local time of receipt; both
 * milliseconds UTC.
 */
export interface Tick {
  readonly symbol: string;
  readonly time: number;
  readonly receivedAt: number;
  readonly bid: number;
  readonly ask: number;
}
