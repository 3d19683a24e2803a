import type { Duration } from '../market/duration.ts';

/** A share of 1 and where it surely lies. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What became of a model's signals in the months that its training never saw, by duration. */
export interface CardSignals extends Interval {
  readonly duration: Duration;
  /** The threshold, percent. */
  readonly from: number;
  readonly count: number;
  /** Shares of 1: the mean of what was stated, and what came true, with its 95 % interval. */
  readonly stated: number;
  readonly real: number;
}

/** Real minus stated in the folds that the calibration was fitted on, by step of the stated probability. */
export interface CardStep extends Interval {
  /** Where the step begins, percent. */
  readonly from: number;
  readonly count: number;
}

/** What a model's card and file promise of it. */
export interface ModelCard {
  readonly trainedOn: { readonly pairs: readonly string[]; readonly from: string; readonly to: string };
  readonly keptOut: { readonly from: string; readonly to: string };
  readonly signals: readonly CardSignals[];
  readonly steps: readonly CardStep[];
}
