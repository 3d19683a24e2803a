import type { Duration } from '#domain/market/duration.ts';
import type { MarketSession } from '#domain/market/market-session.ts';

/** One input of a model, and its contribution to the score. */
export interface Contribution {
  readonly feature: string;
  readonly value: number;
  /** In the score's unit. */
  readonly part: number;
}

/** A pair at the close of a minute, as input of a model. `features`: in the engine's order. */
export interface Observation {
  readonly symbol: string;
  readonly session: MarketSession;
  readonly features: Float64Array;
}

/**
 * The part that is specific to one kind of model; calibration, thresholds and statements are shared
 * by all kinds.
 */
export interface Scorer {
  /** Approximate log-odds of a rise, before calibration; NaN: no forecast. */
  score(observation: Observation, duration: Duration): number;
  /** The parts sum to the score. */
  parts(observation: Observation, duration: Duration): readonly Contribution[];
}
