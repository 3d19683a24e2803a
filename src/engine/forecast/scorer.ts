import type { Duration } from '#domain/duration.ts';
import type { TradingSession } from '#domain/trading-session.ts';

/** One thing that a model read, and what it added to the score. */
export interface Part {
  readonly feature: string;
  readonly value: number;
  /** In the score's unit. */
  readonly part: number;
}

/** What one kind of model does on its own; calibration, thresholds and statements are the same for all kinds. */
export interface Scorer {
  /** About the log-odds of a rise, before calibration; NaN: nothing to say. `features`: in the engine's order. */
  score(features: Float64Array, session: TradingSession, duration: Duration): number;
  /** Adds up to the score. */
  parts(features: Float64Array, session: TradingSession, duration: Duration): readonly Part[];
}
