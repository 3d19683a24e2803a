import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Calibration, StartJudging } from './calibration.api.ts';
import { readShippedCalibrations } from './shipped-calibration.ts';

interface Given extends Platform {
  readonly marketData: MarketData;
  readonly models: LoadedModels;
  readonly record: RecordApi;
  readonly startJudging: StartJudging;
}

export const openCalibration = (given: Given) => ({
  ...given,
  /** How many trading days count. */
  days: Math.min(given.config.calibrationDays, given.marketData.historyDays ?? Number.POSITIVE_INFINITY),
  /** How fast the market's time runs. */
  speed: getMarketSpeed(given.config.feed),
  /** Measured on this feed beforehand; in use until it can be calibrated on days since its start. */
  shipped: readShippedCalibrations(given.engine.feed.id),
  /** The id of what the engine uses of each model. */
  applied: new Map<AiModelKey, string>(),
  /** What this process calibrated; the first minute that uses it records it. */
  measured: new Map<AiModelKey, CalibrationInUse>(),
  byId: new Map<string, Calibration>(),
  /** Reported once for each model and rollover. */
  reported: new Set<string>(),
});
export type CalibrationContext = ReturnType<typeof openCalibration>;

/** `at`: since when it is in use, milliseconds of market time. */
export interface CalibrationInUse {
  readonly calibration: Calibration;
  readonly at: number;
}

/** To the operator's terminal in a demo, whose log has warnings only. */
export const printProgress = ({ config, print }: CalibrationContext, text: string): void =>
  config.demo ? print(`  Models     ${text}`) : undefined;
