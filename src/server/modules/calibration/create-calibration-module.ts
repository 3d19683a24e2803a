import { minuteMs, secondMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createAppendCalibration } from './append-calibration.ts';
import { createArchiveDay } from './archive-day.ts';
import type { CalibrationApi, StartJudging } from './calibration.api.ts';
import { createCalibrator } from './calibrator.ts';
import { createIsOpenDay } from './days-to-judge.ts';
import { createEstimateCalibratedAt, minutesUntil } from './estimate-calibrated-at.ts';
import { insertFeedDays } from './feed-days.repository.ts';
import { createFillDays } from './fill-days.ts';
import { createJudgeDay, insertJudged } from './judge-day.ts';

interface CalibrationModuleDependencies {
  readonly config: Pick<Config, 'calibrationDays' | 'demo' | 'feed' | 'tradingHours'>;
  readonly platform: Platform;
  readonly marketData: Pick<MarketData, 'backfill' | 'historyDays' | 'callLimits'>;
  readonly models: Pick<LoadedModels, 'forecasters'>;
  readonly record: Pick<RecordApi, 'readCalibrations'>;
  readonly startJudging: StartJudging;
}

/** A run without a rollover since the last one reads the calibrations and which days are stored. */
const everyMs = minuteMs;
/** Until the feed has said which pairs it offers. */
const offerWaitMs = secondMs;
/** After a run that failed because of the feed, for example because its history was not available. */
const retryMs = 10 * minuteMs;

/** Calibrates the models on the running feed, once after each rollover. */
export function createCalibrationModule({
  config,
  platform,
  marketData,
  models,
  record,
  startJudging,
}: CalibrationModuleDependencies): ServerModule<CalibrationApi> {
  const { leaderDb: db, leader, engine, past, marketClock: clock, crashPoint, log } = platform;
  if (config.calibrationDays === 0)
    return { routes: [], api: { past: null, estimateCalibratedAt: async () => null }, components: [] };
  const { forecasters } = models;
  const { historyDays, callLimits } = marketData;
  const days = Math.min(config.calibrationDays, historyDays ?? Number.POSITIVE_INFINITY);
  const { feed } = engine;
  const isOpenDay = createIsOpenDay(config.tradingHours);
  const speed = getMarketSpeed(config.feed);
  const onFeed = { feed: platform.market.feed, forecasters, record, isOpenDay, callLimits, days, speed, clock };
  const estimateCalibratedAt = createEstimateCalibratedAt({ db: platform.db, ...onFeed });
  // A demo's log has warnings only.
  const print = (text: string): void => (config.demo ? platform.print(`  Models     ${text}`) : undefined);
  const calibrator = createCalibrator({
    db,
    engine,
    forecasters,
    record,
    days,
    fillDays: createFillDays({
      db,
      feed,
      forecasters,
      archiveDay: createArchiveDay({ db, engine, marketData, isOpenDay }),
      isOpenDay,
      judgeDay: createJudgeDay({ db, feed, forecasters }),
      startJudging,
      minutesLeft: async () => {
        const at = await estimateCalibratedAt();
        return at === null ? null : minutesUntil(at, clock.now(), speed);
      },
      log,
      print,
    }),
    appendCalibration: createAppendCalibration(db, crashPoint),
    clock,
    log,
    print,
  });
  const loop = repeat({
    firstAfterMs: 0,
    everyMs,
    task: async (stopping) => {
      try {
        // An engine that waits for the lead forecasts as the leader does.
        await (leader.isLeading() ? calibrator.run(stopping) : calibrator.apply());
        return feed.notOffered === null ? offerWaitMs : everyMs;
      } catch (error) {
        log.warn({ err: error }, 'the models could not be calibrated on all days of the feed; trying again');
        return isDatabaseUnavailable(error) ? everyMs : retryMs;
      }
    },
    onError: (error) => log.error({ err: error }, 'calibration failed'),
    after: platform.scheduler.after,
  });
  return {
    routes: [],
    api: {
      estimateCalibratedAt,
      past: {
        insertDay: async ({ end, statistics, bars }) => {
          const day = new Date(end);
          await insertFeedDays(
            db,
            [...bars].map(([symbol, text]) => ({ feed: feed.id, day, symbol, bars: text })),
          );
          await insertJudged({ db, feed, forecasters }, end, statistics);
        },
        calibrateAt: calibrator.calibrateAt,
      },
    },
    // Before the engine: no forecast is made with the probability of its file alone.
    components: [
      {
        name: 'calibration',
        duty: 'feed',
        start: async () => {
          await calibrator.apply();
          engine.onStarted(() => past.onPlayed(loop.start));
        },
        stop: loop.stop,
      },
    ],
  };
}
