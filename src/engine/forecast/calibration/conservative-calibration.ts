import type { AppliedCalibration } from './calibration.ts';
import type { Forecast } from '../forecaster.ts';

/**
 * Used until a feed has been calibrated: at the lowest factor that was measured on any feed, what
 * is stated exceeds what comes by at most a point. In the evening and around
 * the rollover no factor above break-even is that low, so there are no signals.
 */
export const conservativeCalibration: AppliedCalibration = {
  id: 'uncalibrated',
  factors: {
    day: { 2: 0.6, 3: 0.6, 5: 0.6, 7: 0.6, 10: 0.6 },
    evening: { 2: 0, 3: 0, 5: 0, 7: 0, 10: 0 },
    rollover: { 2: 0, 3: 0, 5: 0, 7: 0, 10: 0 },
  },
};

/** Whether the model has not been calibrated on the feed that it forecasts. */
export const isUncalibrated = ({ modelVersion }: Pick<Forecast, 'modelVersion'>): boolean =>
  modelVersion.endsWith(`+${conservativeCalibration.id}`);
