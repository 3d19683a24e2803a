/**
 * Turns a model's raw score into a probability: log-odds = slope · s + bend · s·|s| up to |s| = limit, and straight on
 * from there. Odd in s, so a market upside down gives 1 − p; strictly rising, so it keeps the order of the scores
 * (Platt, 1999, with one term more for the tails and without a constant). Fitted on forecasts of models that had not
 * seen those outcomes.
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

/** What a curve must be to rise strictly. */
export const isRising = (curve: CalibrationCurve): boolean =>
  curve.limit > 0 && curve.slope > 0 && slopeAtLimit(curve) > 0;
