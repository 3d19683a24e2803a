import type { Duration } from '#domain/market/duration.ts';
import type { MarketSession } from '#domain/market/market-session.ts';

/** By which the log-odds that a model file states are multiplied, by market session and duration. */
export type FactorTable = Readonly<Record<MarketSession, Readonly<Record<Duration, number>>>>;

/** The calibration that a model is used with on a feed. */
export interface AppliedCalibration {
  /** Follows the file's version in `modelVersion`: `2018-10-01.5b78dfc0+<id>`. */
  readonly id: string;
  readonly factors: FactorTable;
}
