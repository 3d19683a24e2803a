import type { Duration } from '../market/duration.ts';

/** A share of 1 with its confidence interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Results of a model's signals in the months held out from training, by duration. */
export interface CardSignals extends Interval {
  readonly duration: Duration;
  readonly count: number;
  /** Shares of 1: the mean stated probability, and the real win rate with its 95 % interval. */
  readonly stated: number;
  readonly real: number;
}

/** The signals by day, and what was left of them when calibrated day by day. */
export interface CardDay extends CardSignals {
  /** Its interval follows from the spread between hours. Null: too few for a rate. */
  readonly calibrated: (Interval & { readonly count: number; readonly real: number }) | null;
}

/**
 * Real minus stated in the folds on which the calibration was fitted, by step of the stated
 * probability.
 */
export interface CardStep extends Interval {
  /** Start of the step, percent. */
  readonly from: number;
  readonly count: number;
}

/** Figures stated by a model's card and file. */
export interface ModelCard {
  readonly trainedOn: { readonly pairs: readonly string[]; readonly from: string; readonly to: string };
  readonly keptOut: { readonly from: string; readonly to: string };
  readonly signals: readonly CardSignals[];
  /** The same by day (03:00 to 16:00 New York), for durations with signals in those hours. */
  readonly byDay: readonly CardDay[];
  readonly steps: readonly CardStep[];
}
