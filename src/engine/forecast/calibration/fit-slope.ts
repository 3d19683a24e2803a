/** How often statements of one strength came true. `logOdds`: as stated, 0 or above. */
export interface SlopeGroup {
  readonly logOdds: number;
  readonly count: number;
  readonly won: number;
}

interface Prior {
  readonly mean: number;
  /** 1 / variance; 0: only the outcomes count. */
  readonly precision: number;
}

interface Bounds {
  readonly lowest: number;
  readonly highest: number;
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
export const toLogOdds = (p: number): number => Math.log(p / (1 - p));

/**
 * The most probable slope k of P(true) = 1 / (1 + e^(−k·x)), x the stated log-odds, under a normal
 * prior (Platt, 1999, without a constant), within the bounds. The same groups give a bit-identical
 * slope.
 */
export function fitSlope(groups: readonly SlopeGroup[], { mean, precision }: Prior, bounds: Bounds): number {
  let slope = mean;
  // Concave in the slope, so Newton's method converges; from here twenty steps are far more than
  // needed.
  for (let step = 0; step < 20; step += 1) {
    let gradient = precision * (mean - slope);
    let curvature = precision;
    for (const { logOdds: x, count, won } of groups) {
      const expected = logistic(slope * x);
      gradient += x * (won - count * expected);
      curvature += x * x * count * expected * (1 - expected);
    }
    slope = Math.min(bounds.highest, Math.max(bounds.lowest, slope + gradient / curvature));
  }
  return slope;
}
