import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import type { NewLeaf } from '#server/modules/record/append/append-leaves.ts';

/** A trading day [from, to), milliseconds UTC. `bars`: of each pair the days as JSON, oldest first. */
export interface JudgedDay {
  readonly bars: ReadonlyMap<string, readonly string[]>;
  readonly from: number;
  readonly to: number;
}

/** By model; see engine/forecast/statistics-text.ts. */
export type WrittenStatistics = ReadonlyMap<AiModelKey, string>;

/** Runs every model over past days; off the main thread, because it takes a second for each. */
export interface Judging {
  judge(day: JudgedDay): Promise<WrittenStatistics>;
  /** A day that is being judged then rejects. */
  close(): Promise<void>;
}
export type StartJudging = () => Judging;

/**
 * Trading days before a judged one whose bars warm the features up: a weekend, a holiday and a day
 * with bars.
 */
export const warmUpDays = 4;

/** What came of the forecasts of the trading day that ends then, and its bars by pair, as JSON. */
export interface JudgedPastDay {
  readonly end: number;
  readonly statistics: WrittenStatistics;
  /** Empty: they are not stored. */
  readonly bars: ReadonlyMap<string, string>;
}

/** Calibrates a past that is played, from what was known at each of its rollovers. */
export interface PastCalibration {
  insertDay(day: JudgedPastDay): Promise<void>;
  /**
   * The calibrations of that rollover, which apply from `from` at the earliest, as leaves that are
   * to be recorded; and those in use from then on. `before`: those in use until then.
   */
  calibrateAt(
    rollover: number,
    from: number,
    before: AppliedCalibrations,
  ): Promise<{ readonly leaves: readonly NewLeaf[]; readonly calibrations: AppliedCalibrations }>;
}

export interface CalibrationApi {
  /** Null: the models are never calibrated on the feed. */
  readonly past: PastCalibration | null;
  /**
   * When the feed will have its first calibration, milliseconds of market time; null: it has one,
   * or none can be expected. Any process may ask, because it follows from the database.
   */
  estimateCalibratedAt(): Promise<number | null>;
}
