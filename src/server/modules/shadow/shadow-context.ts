import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ShadowTicks } from './shadow-ticks.ts';

interface Given extends Platform {
  readonly signals: SignalsApi;
  readonly record: RecordApi;
  readonly calibration: CalibrationApi;
}

export const openShadow = (given: Given) => ({
  ...given,
  ticks: { waiting: new Map(), save: given.signals.tickLog.add } as ShadowTicks,
  /** Minutes that are to be stated, oldest first. */
  waiting: [] as readonly ClosedMinute[],
  /** When due minutes were settled last, milliseconds of market time. */
  settledAt: Number.NEGATIVE_INFINITY,
  /** Until then the prices of all pairs are waited for, milliseconds of market time. */
  pricesDueAt: Number.NEGATIVE_INFINITY,
  /** The iteration that runs. */
  polling: Promise.resolve(),
  isStarted: false,
});
export type ShadowContext = ReturnType<typeof openShadow>;

/** The forecasts of a minute that has closed, one or more. */
export type ClosedMinute = readonly Forecast[];
