import type { Duration } from '#domain/market/duration.ts';
import type { TradingSession } from '#domain/market/trading-session.ts';

/** One thing that a model read, and what it added to the score. */
export interface Part {
  readonly feature: string;
  readonly value: number;
  /** In the score's unit. */
  readonly part: number;
}

/** A pair at the close of a minute, as a model reads it. `features`: in the engine's order. */
export interface Observation {
  readonly symbol: string;
  readonly session: TradingSession;
  readonly features: Float64Array;
}

/** What one kind of model does on its own; calibration, thresholds and statements are the same for all kinds. */
export interface Scorer {
  /** About the log-odds of a rise, before calibration; NaN: nothing to say. */
  score(moment: Observation, duration: Duration): number;
  /** Adds up to the score. */
  parts(moment: Observation, duration: Duration): readonly Part[];
}
