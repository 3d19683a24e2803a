import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { MarketSession } from '#domain/market/market-session.ts';
import type { AppliedCalibration } from './calibration/calibration.ts';
import type { Observation } from './scorer/scorer.ts';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { toPassability } from '#domain/market/direction.ts';
import { logistic, toLogOdds } from './calibration/fit-slope.ts';

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

/**
 * The forecast as of `now` (milliseconds UTC): its probability decays towards one half with every
 * second since its bar closed. Unchanged before the first such second. An aged forecast ages on from the instant that it is as of.
 */
export function ageForecast(forecast: Forecast, now: number): Forecast {
  const { duration, decidedAt, asOf = decidedAt } = forecast;
  const left = edgeLeft(duration, now - decidedAt) / edgeLeft(duration, asOf - decidedAt);
  const passability = 50 + (forecast.passability - 50) * left;
  return {
    ...forecast,
    asOf: now,
    pUp: 0.5 + (forecast.pUp - 0.5) * left,
    passability,
  };
}

/**
 * Used until a feed has been calibrated: at the lowest factor that was measured on any feed, what
 * is stated exceeds what comes by at most a point. In the evening and around
 * the rollover no factor above break-even is that low, so there are no signals.
 */
export const conservativeCalibration: AppliedCalibration = {
  id: 'uncalibrated',
  factors: {
    day: { 2: 0.6, 3: 0.6, 5: 0.6, 7: 0.6, 10: 0.6 },
    evening: { 2: 0, 3: 0, 5: 0, 7: 0, 10: 0 },
    rollover: { 2: 0, 3: 0, 5: 0, 7: 0, 10: 0 },
  },
};

/** Whether the model has not been calibrated on the feed that it forecasts. */
export const isUncalibrated = ({ modelVersion }: Forecast): boolean =>
  modelVersion.endsWith(`+${conservativeCalibration.id}`);

/** A factor of zero would lose the direction and the order of the forecasts. */
const lowestApplied = 0.001;

/**
 * The forecast with its log-odds multiplied by the factor of its session and duration, which keeps the order and the
 * side of forecasts. `forecast`: as the model file states it.
 */
export function calibrateForecast(forecast: Forecast, { id, factors }: AppliedCalibration): Forecast {
  const factor = Math.max(lowestApplied, factors[forecast.session][forecast.duration]);
  const pUp = logistic(factor * toLogOdds(forecast.pUp));
  const passability = toPassability(pUp);
  return {
    ...forecast,
    modelVersion: `${forecast.modelVersion}+${id}`,
    pUp,
    passability,
  };
}
