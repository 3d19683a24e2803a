import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ShadowTicks } from './shadow-ticks.ts';

/** What the module is made of. */
export interface ShadowParts extends Platform {
  readonly signals: SignalsApi;
  readonly record: RecordApi;
  readonly calibration: CalibrationApi;
}

/** With what lives as long as the process. */
export interface ShadowContext extends ShadowParts {
  readonly ticks: ShadowTicks;
  /** Minutes that are to be stated, oldest first. */
  waiting: readonly ClosedMinute[];
  /** When due minutes were settled last, milliseconds of market time. */
  settledAt: number;
  /** Until then the prices of all pairs are waited for, milliseconds of market time. */
  pricesDueAt: number;
  /** The iteration that runs. */
  polling: Promise<void>;
  isStarted: boolean;
}

/** The forecasts of a minute that has closed, one or more. */
export type ClosedMinute = readonly Forecast[];
