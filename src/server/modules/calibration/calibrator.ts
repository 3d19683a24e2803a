import type { FastifyBaseLogger } from 'fastify';
import { toInstant } from '#contract/wire.ts';
import { type MarketClock, secondMs } from '#domain/time.ts';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import type { MarketSession } from '#domain/market/market-session.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { countDecisions } from '#engine/forecast/calibration/calibration-statistics.ts';
import { calibrateFromDays, sumUp } from '#engine/forecast/calibration/check-calibration.ts';
import { conservativeCalibration } from '#engine/forecast/calibration/conservative-calibration.ts';
import { computeFactorTable } from '#engine/forecast/calibration/estimate-factors.ts';
import { parseFactor, writeFactor } from '#domain/statistics/calibration-factor.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { FactorTable } from '#engine/forecast/calibration/calibration.ts';
import { parseStatistics } from '#engine/forecast/statistics-text.ts';
import type { Database } from '#server/database/connection.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import { sha256 } from '#node/sha256.ts';
import { toHex } from '#record/bytes.ts';
import type { Calibration, CalibrationApi } from './calibration.api.ts';
import { listStatistics } from './calibration.repository.ts';
import type { FillDays } from './fill-days.ts';

/** Of a model's file. */
export interface EstimatedCalibration extends Calibration {
  readonly model: AiModelKey;
  readonly version: string;
}

export interface Calibrator extends Pick<CalibrationApi, 'getVersion'> {
  /** The engine uses the newest recorded calibrations, or the conservative one. */
  apply(): Promise<void>;
  /** The same for the leader, which begins with the calibrations that ship with the feed. */
  begin(): Promise<void>;
  /**
   * Fills the days that are missing and calibrates every model up to the last rollover, unless it
   * was before. May be interrupted at any point; the next run does the rest.
   */
  run(stopping: AbortSignal): Promise<void>;
}

interface CalibratorDependencies {
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'feed' | 'calibrate'>;
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
  /** The hash of each model's file. */
  readonly metadata: ReadonlyMap<AiModelKey, { readonly fileHash: string }>;
  readonly record: Pick<RecordApi, 'readVersions'>;
  /** How many trading days count. */
  readonly days: number;
  readonly fillDays: FillDays;
  /** Measured on this feed beforehand; in use until it can be calibrated on days since its start. */
  readonly shipped: readonly EstimatedCalibration[];
  readonly clock: MarketClock;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  /** To the operator's terminal. */
  readonly print: (text: string) => void;
}

/** After the rollover the last bars of the day may still come in. */
const closeDelayMs = 15 * secondMs;

/** `at`: since when it is in use, milliseconds of market time. */
interface CalibrationInUse {
  readonly calibration: Calibration;
  readonly at: number;
}

export function createCalibrator(needs: CalibratorDependencies): Calibrator {
  const { db, engine, forecasters, metadata, record, days, fillDays, shipped, clock, log, print } = needs;
  const applied = new Map<AiModelKey, string>();
  /** What this process calibrated; the first minute that uses it records it. */
  const measured = new Map<AiModelKey, CalibrationInUse>();
  const byId = new Map<string, Calibration>();
  /** Reported once for each model and rollover. */
  const reported = new Set<string>();

  const getFile = (model: AiModelKey): string => metadata.get(model)?.fileHash ?? '';

  /** Of each model the newest one, recorded or not yet. */
  async function readCurrent(): Promise<Map<AiModelKey, CalibrationInUse>> {
    const versions = await record.readVersions();
    const current = new Map(measured);
    for (const { key } of forecasters) {
      const { file, calibration, at } = versions.get(key)?.leaf ?? {};
      if (!calibration || !at || file !== getFile(key)) continue;
      if (calibration.to >= (current.get(key)?.calibration.to ?? ''))
        current.set(key, { calibration, at: Date.parse(at) });
    }
    return current;
  }

  /** Returns what is in use from now on. */
  async function apply(): ReturnType<typeof readCurrent> {
    const current = await readCurrent();
    const calibrations = new Map(forecasters.map(({ key }) => [key, getApplied(current.get(key)?.calibration)]));
    for (const { calibration } of current.values()) byId.set(getId(calibration), calibration);
    const changed = new Map([...calibrations].filter(([key, { id }]) => applied.get(key) !== id));
    if (changed.size > 0) engine.calibrate(changed);
    for (const [key, { id }] of changed) applied.set(key, id);
    return current;
  }

  function use({ model, version: _version, ...calibration }: EstimatedCalibration): void {
    measured.set(model, { calibration, at: clock.now() });
  }

  /** Returns what is in use. */
  async function begin(): ReturnType<typeof readCurrent> {
    const current = await readCurrent();
    for (const { key, version } of forecasters) {
      const own = shipped.find((one) => one.model === key && one.version === version);
      if (own && !current.has(key) && Date.parse(own.to) <= clock.now()) use(own);
    }
    return apply();
  }

  const isShipped = ({ calibration }: CalibrationInUse): boolean => shipped.some(({ to }) => to === calibration.to);

  async function calibrate(end: number): Promise<void> {
    const current = await readCurrent();
    const before = countCalibrated();
    for (const forecaster of forecasters) {
      const own = current.get(forecaster.key)?.calibration;
      if (own && Date.parse(own.to) >= end) continue;
      const { found, rejected } = await estimate(forecaster, getApplied(own).factors, end);
      if (found) use(found);
      if (rejected) reportRejected(forecaster.key, rejected, end);
    }
    await apply();
    const count = countCalibrated();
    if (count > before) print(`${count} of ${forecasters.length} calibrated on this market`);
  }

  /** From the stored days up to `end`; neither: they are too few, or nothing could be estimated. */
  async function estimate(
    { key: model, version }: CalibratorDependencies['forecasters'][number],
    inUse: FactorTable,
    end: number,
  ): Promise<{ readonly found?: EstimatedCalibration; readonly rejected?: MarketSession }> {
    const feed = engine.feed.id;
    const after = new Date(tradingDaysBefore(end, days + 1).at(-1) ?? end);
    const judged = (await listStatistics(db, { feed, model, version }, after, new Date(end)))
      .map(({ day, statistics }) => ({ day: day.getTime(), statistics: parseStatistics(statistics) }))
      .filter(({ statistics }) => countDecisions(statistics) > 0);
    const [oldest] = judged;
    const statistics = judged.map((one) => one.statistics);
    const result = calibrateFromDays(statistics, model, inUse);
    if (result.kind === 'rejected') return { rejected: result.session };
    if (result.kind === 'too_few_days' || !oldest || result.factors.length === 0) return {};
    const [from, to] = [toInstant(tradingDayStart(oldest.day)), toInstant(end)];
    const decisions = countDecisions(sumUp(statistics));
    const factors = result.factors.map(writeFactor);
    log.info({ model, from, to, decisions, factors: factors.length }, 'model calibrated on this feed');
    return { found: { model, version, from, to, decisions, factors } };
  }

  function reportRejected(model: AiModelKey, session: MarketSession, end: number): void {
    const name = `rejected ${model} ${end}`;
    if (reported.has(name)) return;
    log.info(
      { model, session, to: toInstant(end) },
      'calibration rejected: the newest days contradict it more than the one in use, which stays',
    );
    reported.add(name);
  }

  const countCalibrated = (): number => [...applied.values()].filter((id) => id !== conservativeCalibration.id).length;

  function reportTooLittle(end: number): void {
    const name = `too little ${end}`;
    if (countCalibrated() > 0 || reported.has(name)) return;
    print('too little history of this market yet: the models state a conservative probability until there is more');
    reported.add(name);
  }

  return {
    getVersion: ({ model, modelVersion: id }) => ({
      id,
      file: getFile(model),
      calibration: byId.get(id.slice(id.lastIndexOf('+') + 1)) ?? null,
    }),
    apply: async () => void (await apply()),
    begin: async () => void (await begin()),
    run: async (stopping) => {
      const current = await begin();
      const isFirst = current.size === 0;
      // Of pairs that are not offered there is no history.
      if (engine.feed.notOffered === null || engine.feed.symbols.length === 0) return;
      const shippedAt = Math.max(...[...current.values()].map((one) => (isShipped(one) ? one.at : 0)));
      // What ships was measured on more days than a market has history: it holds until enough have ended since.
      const ends = tradingDaysBefore(clock.now() - closeDelayMs, days).filter((end) => end > shippedAt);
      const [newest] = ends;
      if (newest === undefined) return;
      try {
        // The first calibration does not wait for the whole history.
        await fillDays(ends, stopping, async () => (isFirst && !stopping.aborted ? calibrate(newest) : undefined));
      } finally {
        if (!stopping.aborted) await calibrate(newest);
      }
      if (!stopping.aborted) reportTooLittle(newest);
    },
  };
}

const getApplied = (calibration: Calibration | undefined) =>
  calibration
    ? {
        id: getId(calibration),
        factors: computeFactorTable(calibration.factors.flatMap((line) => parseFactor(line) ?? [])),
      }
    : conservativeCalibration;

/** Eight hexadecimal digits of its hash. */
const getId = ({ from, to, decisions, factors }: Calibration): string =>
  toHex(sha256(JSON.stringify([from, to, decisions, factors]))).slice(0, 8);
