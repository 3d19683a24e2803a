import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Config } from '#server/config.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Calibration, StartJudging } from './calibration.api.ts';

/** What the module is made of. */
export interface CalibrationParts extends Platform {
  readonly config: Config;
  readonly marketData: MarketData;
  readonly models: LoadedModels;
  readonly record: RecordApi;
  readonly startJudging: StartJudging;
}

/** With what lives as long as the process. */
export interface CalibrationContext extends CalibrationParts {
  /** How many trading days count. */
  readonly days: number;
  /** How fast the market's time runs. */
  readonly speed: number;
  /** Measured on this feed beforehand; in use until it can be calibrated on days since its start. */
  readonly shipped: readonly EstimatedCalibration[];
  /** The id of what the engine uses of each model. */
  readonly applied: Map<AiModelKey, string>;
  /** What this process calibrated; the first minute that uses it records it. */
  readonly measured: Map<AiModelKey, CalibrationInUse>;
  readonly byId: Map<string, Calibration>;
  /** Reported once for each model and rollover. */
  readonly reported: Set<string>;
}

/** Of a model's file. */
export interface EstimatedCalibration extends Calibration {
  readonly model: AiModelKey;
  readonly version: string;
}

/** `at`: since when it is in use, milliseconds of market time. */
export interface CalibrationInUse {
  readonly calibration: Calibration;
  readonly at: number;
}

/** To the operator's terminal in a demo, whose log has warnings only. */
export const printProgress = ({ config, print }: CalibrationContext, text: string): void =>
  config.demo ? print(`  Models     ${text}`) : undefined;
