import { type MarketClock, dayMs, minuteMs, secondMs } from '#domain/time.ts';
import { estimateCallsMs } from '#domain/market/call-window.ts';
import { tradingDaysBefore } from '#domain/market/trading-day.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import type { Database } from '#server/database/connection.ts';
import type { CallLimits, MarketData } from '#server/integrations/market-data/market-data.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { countSeedCalls } from '#server/live/bar-backfill.ts';
import type { Feed } from '#server/live/market-view.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import {
  createFillDays,
  createIsOpenDay,
  daysToJudge,
  type IsOpenDay,
  listFirstDays,
  listJudgedByAll,
} from './fill-days.ts';
import type { CalibrationApi, StartJudging } from './calibration.api.ts';
import { createCalibrator } from './calibrator.ts';
import { readShippedCalibrations } from './shipped-calibration.ts';
import { countArchivedRows } from './calibration.repository.ts';

interface CalibrationModuleDependencies {
  readonly config: Pick<Config, 'calibrationDays' | 'demo' | 'feed' | 'tradingHours'>;
  readonly platform: Platform;
  readonly marketData: Pick<MarketData, 'backfill' | 'historyDays' | 'callLimits'>;
  readonly models: Pick<LoadedModels, 'forecasters' | 'metadata'>;
  readonly record: Pick<RecordApi, 'readVersions'>;
  readonly startJudging: StartJudging;
}

/** A run without a rollover since the last one reads the calibrations and which days are stored. */
const everyMs = minuteMs;
/** An engine that waits for the lead forecasts as the leader does, also in its first minute. */
const waitingMs = 5 * secondMs;
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
  const { leaderDb: db, leader, engine, marketClock: clock, log } = platform;
  const { forecasters, metadata } = models;
  if (config.calibrationDays === 0)
    return {
      routes: [],
      api: { getVersion: fileAlone(metadata), estimateCalibratedAt: async () => null },
      components: [],
    };
  const { historyDays, callLimits } = marketData;
  const days = Math.min(config.calibrationDays, historyDays ?? Number.POSITIVE_INFINITY);
  const { feed } = engine;
  const isOpenDay = createIsOpenDay(config.tradingHours);
  const speed = getMarketSpeed(config.feed);
  const estimateCalibratedAt = createEstimateCalibratedAt({
    db: platform.db,
    feed: platform.market.feed,
    forecasters,
    record,
    isOpenDay,
    callLimits,
    days,
    speed,
    clock,
  });
  // A demo's log has warnings only.
  const print = (text: string): void => (config.demo ? platform.print(`  Models     ${text}`) : undefined);
  const calibrator = createCalibrator({
    db,
    engine,
    forecasters,
    metadata,
    record,
    days,
    fillDays: createFillDays({
      db,
      engine,
      marketData,
      forecasters,
      isOpenDay,
      startJudging,
      minutesLeft: async () => {
        const at = await estimateCalibratedAt();
        return at === null ? null : minutesUntil(at, clock.now(), speed);
      },
      log,
      print,
    }),
    shipped: readShippedCalibrations(feed.id),
    clock,
    log,
    print,
  });
  const loop = repeat({
    firstAfterMs: 0,
    everyMs,
    task: async (stopping) => {
      try {
        // What is forecast next comes before what was forecast in the past.
        if (engine.isFetching()) return offerWaitMs;
        if (!leader.isLeading()) {
          await calibrator.apply();
          return waitingMs;
        }
        await calibrator.run(stopping);
        return feed.notOffered === null ? offerWaitMs : everyMs;
      } catch (error) {
        log.warn({ err: error }, 'the models could not be calibrated on all days of the feed; trying again');
        if (!leader.isLeading()) return waitingMs;
        return isDatabaseUnavailable(error) ? everyMs : retryMs;
      }
    },
    onError: (error) => log.error({ err: error }, 'calibration failed'),
    after: platform.scheduler.after,
  });
  return {
    routes: [],
    api: { getVersion: calibrator.getVersion, estimateCalibratedAt },
    // Before the engine: no forecast is made with the probability of its file alone.
    components: [
      {
        name: 'calibration',
        duty: 'feed',
        start: async () => {
          await (leader.isLeading() ? calibrator.begin() : calibrator.apply());
        },
        stop: () => undefined,
      },
      // Stops before the feed whose history it reads.
      { name: 'calibration each day', duty: 'feed', phase: 'after engine', start: loop.start, stop: loop.stop },
    ],
  };
}

/** Nothing is calibrated: what the files state. */
const fileAlone =
  (metadata: LoadedModels['metadata']): CalibrationApi['getVersion'] =>
  ({ model, modelVersion: id }) => ({ id, file: metadata.get(model)?.fileHash ?? '', calibration: null });

interface EstimateCalibratedAtDependencies {
  readonly db: Database;
  readonly feed: Pick<Feed, 'id' | 'symbols' | 'notOffered'>;
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
  readonly record: Pick<RecordApi, 'readVersions'>;
  readonly isOpenDay: IsOpenDay;
  readonly callLimits: CallLimits | undefined;
  /** How many trading days count. */
  readonly days: number;
  /** How fast the market's time runs. */
  readonly speed: number;
  readonly clock: MarketClock;
}

/** Measured: an answer of a public feed, and a day that is judged in a thread. */
const callMs = 0.3 * secondMs;
const judgeMs = 2 * secondMs;
const rowsPerDay = dayMs / minuteMs;

/**
 * From the rows of bars that are still missing and the calls that the feed allows. Days are read
 * newest first, and the first calibration needs nine with an open market.
 */
export const createEstimateCalibratedAt =
  (needs: EstimateCalibratedAtDependencies): CalibrationApi['estimateCalibratedAt'] =>
  async () => {
    const { db, feed, record, isOpenDay, callLimits, days, speed, clock } = needs;
    const { symbols } = feed;
    if (feed.notOffered === null || symbols.length === 0) return null;
    const newest = tradingDaysBefore(clock.now(), Math.min(days, 3 * minCalibrationDays));
    const ends = listFirstDays(newest, isOpenDay);
    const oldest = ends.at(-1);
    if (oldest === undefined || (await isCalibrated(record))) return null;
    const judged = await listJudgedByAll(needs, new Date(oldest));
    const missing = ends.filter((end) => !judged.has(end));
    // All that was needed has been judged, and it was too little.
    if (missing.length === 0) return null;
    const openDays = [...new Set(missing.flatMap(daysToJudge))].filter(isOpenDay).map((day) => new Date(day));
    const stored = await countArchivedRows(db, feed.id, openDays, symbols);
    const missingRows = openDays.length * symbols.length - stored;
    const readMs = callLimits ? getReadMs(callLimits, missingRows, stored === 0 ? symbols.length : 0) : 0;
    return clock.now() + speed * (readMs + missing.filter(isOpenDay).length * judgeMs);
  };

const isCalibrated = async (record: Pick<RecordApi, 'readVersions'>): Promise<boolean> =>
  [...(await record.readVersions()).values()].some(({ leaf }) => leaf.calibration !== null);

/** Of `rows` days of a pair; `seeded`: pairs whose newest bars are requested first, at the start. */
function getReadMs({ windows, rowsPerCall }: CallLimits, rows: number, seeded: number): number {
  const seedCalls = seeded * countSeedCalls(rowsPerCall);
  const calls = seedCalls + rows * Math.ceil(rowsPerDay / rowsPerCall);
  return Math.max(estimateCallsMs(windows, 'calibration', calls), calls * callMs);
}

/** Whole minutes from now on, at least one. */
const minutesUntil = (at: number, now: number, speed: number): number =>
  Math.max(1, Math.round((at - now) / (speed * minuteMs)));
