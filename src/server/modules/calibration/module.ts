import { minuteMs, secondMs } from '#domain/time.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { applyCalibrations, beginCalibrations, calibrateModels, getVersion } from './calibrate-models.ts';
import type { CalibrationApi } from './calibration.api.ts';
import type { CalibrationContext } from './calibration-context.ts';
import { estimateCalibratedAt } from './fill-days.ts';

/** A run without a rollover since the last one reads the calibrations and which days are stored. */
const everyMs = minuteMs;
/** An engine that waits for the lead forecasts as the leader does, also in its first minute. */
const waitingMs = 5 * secondMs;
/** Until the feed has said which pairs it offers. */
const offerWaitMs = secondMs;
/** After a run that failed because of the feed, for example because its history was not available. */
const retryMs = 10 * minuteMs;

/** Calibrates the models on the running feed, once after each rollover. */
export function calibrationModule(ctx: CalibrationContext): ServerModule<CalibrationApi> {
  const { leader, engine, log } = ctx;
  const api: CalibrationApi = {
    getVersion: (forecast) => getVersion(ctx, forecast),
    estimateCalibratedAt: () => estimateCalibratedAt(ctx),
  };
  if (ctx.config.calibrationDays === 0) return { routes: [], api, components: [] };
  const loop = repeat({
    firstAfterMs: 0,
    everyMs,
    task: async (stopping) => {
      try {
        // What is forecast next comes before what was forecast in the past.
        if (engine.isFetching()) return offerWaitMs;
        if (!leader.isLeading()) {
          await applyCalibrations(ctx);
          return waitingMs;
        }
        await calibrateModels(ctx, stopping);
        return engine.feed.notOffered === null ? offerWaitMs : everyMs;
      } catch (error) {
        log.warn({ err: error }, 'the models could not be calibrated on all days of the feed; trying again');
        if (!leader.isLeading()) return waitingMs;
        return isDatabaseUnavailable(error) ? everyMs : retryMs;
      }
    },
    onError: (error) => log.error({ err: error }, 'calibration failed'),
    after: ctx.scheduler.after,
  });
  return {
    routes: [],
    api,
    // Before the engine: no forecast is made with the probability of its file alone.
    components: [
      {
        name: 'calibration',
        duty: 'feed',
        start: async () => void (await (leader.isLeading() ? beginCalibrations(ctx) : applyCalibrations(ctx))),
        stop: () => undefined,
      },
      // Stops before the feed whose history it reads.
      { name: 'calibration each day', duty: 'feed', phase: 'after engine', start: loop.start, stop: loop.stop },
    ],
  };
}
