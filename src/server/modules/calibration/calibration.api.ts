import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { VersionLeaf } from '#record/leaf.ts';

/** A trading day [from, to), milliseconds UTC. `bars`: of each pair the days as JSON, oldest first. */
export interface JudgedDay {
  readonly bars: ReadonlyMap<string, readonly string[]>;
  readonly from: number;
  readonly to: number;
}

/** By model; see engine/forecast/calibration/calibration-statistics.ts. */
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

export type Calibration = NonNullable<VersionLeaf['calibration']>;

/** What made a forecast. */
export interface VersionInUse {
  /** As forecasts name it. */
  readonly id: string;
  /** SHA-256 of the model's file, hexadecimal. */
  readonly file: string;
  /** Null: the file alone, or the conservative factor. */
  readonly calibration: Calibration | null;
}

export interface CalibrationApi {
  /** Of a forecast of this process. */
  getVersion(forecast: Pick<Forecast, 'model' | 'modelVersion'>): VersionInUse;
  /**
   * When the feed will have its first calibration, milliseconds of market time; null: it has one,
   * or none can be expected. Any process may ask, because it follows from the database.
   */
  estimateCalibratedAt(): Promise<number | null>;
}
