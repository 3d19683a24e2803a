import type { Duration } from '#domain/market/duration.ts';
import type { MarketSession } from '#domain/market/market-session.ts';

/**
 * Maps a model's raw score to a probability: log-odds = slope · s + bend · s·|s| up to |s| = limit,
 * linear beyond. Odd in s, so an inverted market gives 1 − p; strictly increasing, so it preserves
 * the order of the scores (Platt, 1999, with one extra term for the tails and without a constant).
 * Fitted on forecasts of models that had not seen those outcomes.
 */
export interface CalibrationCurve {
  readonly slope: number;
  readonly bend: number;
  readonly limit: number;
}

/** Log-odds beyond this would round to certainty. */
const largestLogOdds = 30;

/** Strictly inside (0, 1). */
export function calibrate(curve: CalibrationCurve, score: number): number {
  const size = Math.abs(score);
  const inside = Math.min(size, curve.limit);
  const logOdds = inside * (curve.slope + curve.bend * inside) + (size - inside) * slopeAtLimit(curve);
  const bounded = Math.min(logOdds, largestLogOdds);
  return 1 / (1 + Math.exp(score < 0 ? bounded : -bounded));
}

const slopeAtLimit = ({ slope, bend, limit }: CalibrationCurve): number => slope + 2 * bend * limit;

/** Conditions for a strictly increasing curve. */
export const isRising = (curve: CalibrationCurve): boolean =>
  curve.limit > 0 && curve.slope > 0 && slopeAtLimit(curve) > 0;

/** By which the log-odds that a model file states are multiplied, by market session and duration. */
export type FactorTable = Readonly<Record<MarketSession, Readonly<Record<Duration, number>>>>;

/** The calibration that a model is used with on a feed. */
export interface AppliedCalibration {
  /** Follows the file's version in `modelVersion`: `2018-10-01.5b78dfc0+<id>`. */
  readonly id: string;
  readonly factors: FactorTable;
}
