import { calibratedFrom } from '#domain/signals/llm-model.ts';

/** How often answers with one stated confidence came true. */
export interface StatedGroup {
  /** Stated probability of the stated direction, 0.5 to 1. */
  readonly confidence: number;
  /** Settled outcomes, ties and void ones out. */
  readonly count: number;
  readonly won: number;
}

/**
 * How much a language model is believed before anything is settled: the share of its stated log-odds. An assumption, set
 * before any outcome was seen: the surest tenth of the forecasts of models that were trained on these very bars came true
 * at about 57 % (models/README.md), and language models are apt to say 70.
 */
const slopeBefore = 0.1;
/** The assumption weighs as much as this many outcomes of answers that were stated at `typicalConfidence`. */
const weightBefore = calibratedFrom;
const typicalConfidence = 0.65;
/** A slope of nothing would lose the direction; above one the record would be made surer than the model was. */
const slopeBounds = { lowest: 0.001, highest: 1 };
/** "Certain" is read as this. */
const highestConfidence = 0.99;

const logOdds = (p: number): number => {
  const bounded = Math.min(highestConfidence, Math.max(1 - highestConfidence, p));
  return Math.log(bounded / (1 - bounded));
};
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * The share of the stated log-odds that the record supports: the most probable slope k of P(true) = 1 / (1 + e^(−k·x)),
 * x the stated log-odds, under a normal prior around `slopeBefore` (Platt, 1999, without a constant and with shrinkage:
 * a ridge towards little). Between 0.001 and 1. The same groups give the same slope to the bit.
 */
export function slopeFrom(groups: readonly StatedGroup[]): number {
  const precision = (weightBefore * logOdds(typicalConfidence) ** 2) / 4;
  let slope = slopeBefore;
  // Concave in the slope, so Newton's steps settle; from here twenty are far more than it takes.
  for (let step = 0; step < 20; step += 1) {
    let gradient = precision * (slopeBefore - slope);
    let curvature = precision;
    for (const { confidence, count, won } of groups) {
      const x = logOdds(confidence);
      const expected = logistic(slope * x);
      gradient += x * (won - count * expected);
      curvature += x * x * count * expected * (1 - expected);
    }
    slope = Math.min(slopeBounds.highest, Math.max(slopeBounds.lowest, slope + gradient / curvature));
  }
  return slope;
}

/** P(up) as the record supports it, strictly inside (0, 1), on the side of one half that was stated. */
export const calibrateStated = (pUp: number, slope: number): number => logistic(slope * logOdds(pUp));

/**
 * The threshold of a language model, in the measure of passability. Calibrated: what pays for the losses at a payout of
 * 82 %, as for the local models. Before, answers are shown that its short record holds for a little more than a coin,
 * and marked as not calibrated: the worse the record, the surer it has to be (docs/decisions/081).
 */
export const signalFromAt = (settled: number): number => (settled < calibratedFrom ? 51 : 100 / 1.82);
