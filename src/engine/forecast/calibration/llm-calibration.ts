import { calibratedFrom } from '#domain/signals/ai-model.ts';
import { fitSlope, logistic, toLogOdds } from './fit-slope.ts';

/** How often answers with one stated confidence were correct. */
export interface StatedGroup {
  /** Stated probability of the stated direction, 0.5 to 1. */
  readonly confidence: number;
  /** Settled outcomes, without ties and void ones. */
  readonly count: number;
  readonly won: number;
}

/**
 * Initial trust in a language model before anything is settled: the share of its stated log-odds.
 * An assumption, set before any outcome was seen: the most confident tenth of the forecasts of
 * models that were trained on the same bars was correct at about 57 % (models/README.md), and
 * language models tend to state 70.
 */
const slopeBefore = 0.1;
/** The assumption weighs as much as this many outcomes of answers stated at `typicalConfidence`. */
const weightBefore = calibratedFrom;
const typicalConfidence = 0.65;
/**
 * A slope of zero would lose the direction; above one the record would be more confident than the
 * model was.
 */
const slopeBounds = { lowest: 0.001, highest: 1 };
/** "Certain" is capped at this. */
const highestConfidence = 0.99;

const logOdds = (p: number): number => toLogOdds(Math.min(highestConfidence, Math.max(1 - highestConfidence, p)));

/**
 * The share of the stated log-odds that the record supports, shrunk towards a small slope; between
 * 0.001 and 1. The same groups give a bit-identical slope.
 */
export const slopeFrom = (groups: readonly StatedGroup[]): number =>
  fitSlope(
    groups.map(({ confidence, count, won }) => ({ logOdds: logOdds(confidence), count, won })),
    { mean: slopeBefore, precision: (weightBefore * logOdds(typicalConfidence) ** 2) / 4 },
    slopeBounds,
  );

/** P(up) as supported by the record, strictly inside (0, 1), on the stated side of one half. */
export const calibrateStated = (pUp: number, slope: number): number => logistic(slope * logOdds(pUp));
