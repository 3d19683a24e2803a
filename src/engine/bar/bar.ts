/** One minute of mid prices. `time`: the minute's start, milliseconds UTC, a multiple of 60,000. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}
