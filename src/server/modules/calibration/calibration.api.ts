import type { AiModelKey } from '#domain/signals/ai-model.ts';

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

export interface CalibrationApi {
  /**
   * When the feed will have its first calibration, milliseconds of market time; null: it has one,
   * or none can be expected. Any process may ask, because it follows from the database.
   */
  estimateCalibratedAt(): Promise<number | null>;
}
