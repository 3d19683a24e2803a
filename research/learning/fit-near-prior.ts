import { logistic } from '#engine/forecast/calibration/fit-slope.ts';
import { solve } from '../training/solve.ts';

/** Examples of a logistic regression without an intercept. */
export interface Examples {
  /** Row-major, `prior.length` values for each outcome. */
  readonly design: Float64Array;
  /** 1 or −1. */
  readonly outcomes: Int8Array;
}

const steps = 8;

/**
 * The weights of greatest likelihood with a normal prior around `prior`: `ridges` is the strength of
 * the prior of each weight, in examples of unit size. Newton's method with the curvature fixed at
 * p = 1/2 (D. Böhning, 1992). Without examples the weights are `prior`.
 */
export function fitNearPrior(
  { design, outcomes }: Examples,
  prior: readonly number[],
  ridges: readonly number[],
): number[] {
  const width = prior.length;
  const curvature = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) curvature[i * width + i] = 0.25 * (ridges[i] as number);
  for (let base = 0; base < design.length; base += width) {
    for (let i = 0; i < width; i += 1) {
      for (let j = 0; j <= i; j += 1) {
        const product = (design[base + i] as number) * (design[base + j] as number);
        curvature[i * width + j] = (curvature[i * width + j] as number) + 0.25 * product;
      }
    }
  }
  let weights = [...prior];
  for (let step = 0; step < steps; step += 1) {
    const gradient = Float64Array.from(
      prior,
      (mean, i) => 0.25 * (ridges[i] as number) * (mean - (weights[i] as number)),
    );
    outcomes.forEach((outcome, n) => {
      const residual = (outcome === 1 ? 1 : 0) - logistic(multiply(design, n * width, weights));
      for (let i = 0; i < width; i += 1) {
        gradient[i] = (gradient[i] as number) + residual * (design[n * width + i] as number);
      }
    });
    const move = solve(curvature, gradient);
    weights = weights.map((weight, i) => weight + (move[i] as number));
  }
  return weights;
}

/** The score of the example that starts at `base`. */
export const multiply = (design: Float64Array, base: number, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * (design[base + i] as number), 0);
