import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { MarketSession } from '#domain/market/market-session.ts';
import type { AppliedCalibration } from './calibration/calibration.ts';
import type { Observation } from './scorer/scorer.ts';

/** A model's forecast of one pair and duration, made from bars that had closed by `decidedAt`. */
export interface Forecast {
  readonly model: AiModelKey;
  readonly modelVersion: string;
  readonly symbol: string;
  /** Start of the last closed bar, milliseconds UTC. */
  readonly barTime: number;
  /** When that bar closed: barTime + 60,000. */
  readonly decidedAt: number;
  /** The instant that the probability is as of, milliseconds UTC; absent: not aged since `decidedAt`. */
  readonly asOf?: number;
  readonly duration: Duration;
  /** Calibrated P(close > entry | no tie), strictly inside (0, 1). */
  readonly pUp: number;
  /** 100 × max(pUp, 1 − pUp). */
  readonly passability: number;
  readonly session: MarketSession;
}

/**
 * Explanation of a forecast; `effect` in percentage points of P(up), summing from 50 to the stated
 * P(up).
 */
export interface Explanation {
  readonly baseRate: number;
  readonly sampleSize: number;
  readonly contributions: readonly { readonly feature: string; readonly value: number; readonly effect: number }[];
}

/** The contract of every local model. Pure: the same features give a bit-identical forecast. */
export interface Forecaster {
  readonly key: AiModelKey;
  readonly version: string;
  /**
   * `features`: the vector for the last closed bar (engine/features/market-features.ts). Null: no
   * forecast.
   */
  forecast(symbol: string, barTime: number, features: Float64Array, duration: Duration): Forecast | null;
  explain(symbol: string, barTime: number, features: Float64Array, duration: Duration): Explanation;
  /** The same model as calibrated on a feed; its forecasts name the calibration. */
  onFeed(calibration: AppliedCalibration): Forecaster;
}

/** A forecaster that runs locally and whose score another model may weigh. */
export interface LocalForecaster extends Forecaster {
  /** Approximate log-odds of a rise, before calibration; NaN: no forecast. */
  score(moment: Observation, duration: Duration): number;
  /** Calibrated P(up) of a score. */
  stateScore(score: number, session: MarketSession, duration: Duration): number;
}
