import { logistic } from '#engine/forecast/calibration/fit-slope.ts';
import type { CalibrationCurve } from '#engine/forecast/calibration/calibration.ts';

/** Forecasts of unseen outcomes: raw scores, and the outcome as 1 or −1 (ties excluded). */
export interface Judged {
  readonly scores: Float64Array;
  readonly outcomes: Int8Array;
}

/** At the limit the curve must still rise by at least this share of its first slope. */
const minRise = 0.15;
const farQuantile = 0.999;

/**
 * The maximum-likelihood curve; where its bend would turn it down before the limit, the strongest
 * bend that does not.
 */
export function fitCalibration(judged: Judged): CalibrationCurve {
  const sizes = Float64Array.from(judged.scores, Math.abs).sort();
  const limit = Math.max(roughly(sizes[Math.floor(farQuantile * (sizes.length - 1))] ?? 1), 1e-6);
  const free = fitBySteps(judged, limit, null);
  const bendFloor = (slope: number): number => (-(1 - minRise) * slope) / (2 * limit);
  if (free.bend >= bendFloor(free.slope)) return rounded(free.slope, free.bend, limit);
  const bound = fitBySteps(judged, limit, bendFloor(1));
  return rounded(bound.slope, bound.bend, limit);
}

const roughly = (value: number): number => Number(value.toPrecision(6));

function rounded(slope: number, bend: number, limit: number): CalibrationCurve {
  // A model without any skill may fit a negative slope: then its output stays near 50 %, in the
  // original order.
  if (!(slope > 0)) return { slope: 1e-6, bend: 0, limit };
  return { slope: roughly(slope), bend: roughly(bend), limit };
}

/** Newton's method on (slope, bend), or on the slope alone when `ratio` ties the bend to it. */
function fitBySteps(
  { scores, outcomes }: Judged,
  limit: number,
  ratio: number | null,
): { slope: number; bend: number } {
  let slope = 1;
  let bend = ratio ?? 0;
  for (let step = 0; step < 12; step += 1) {
    let [g1, g2, h11, h12, h22] = [0, 0, 1e-9, 0, 1e-9];
    for (let i = 0; i < scores.length; i += 1) {
      const score = scores[i] as number;
      const size = Math.min(Math.abs(score), limit);
      const x1 = score;
      // The derivative by the bend, continued straight beyond the limit as the curve itself is.
      const x2 = Math.sign(score) * (size * size + 2 * limit * (Math.abs(score) - size));
      const p = logistic(slope * x1 + bend * x2);
      const residual = (outcomes[i] === 1 ? 1 : 0) - p;
      const weight = p * (1 - p);
      g1 += residual * x1;
      g2 += residual * x2;
      h11 += weight * x1 * x1;
      h12 += weight * x1 * x2;
      h22 += weight * x2 * x2;
    }
    if (ratio === null) {
      const determinant = h11 * h22 - h12 * h12;
      slope += (h22 * g1 - h12 * g2) / determinant;
      bend += (h11 * g2 - h12 * g1) / determinant;
    } else {
      slope += (g1 + ratio * g2) / (h11 + 2 * ratio * h12 + ratio * ratio * h22);
      bend = ratio * slope;
    }
  }
  return { slope, bend };
}
