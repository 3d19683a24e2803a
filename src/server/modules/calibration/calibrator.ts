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
import { writeFactor } from '#domain/statistics/calibration-factor.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { FactorTable } from '#engine/forecast/calibration/calibration.ts';
import { parseStatistics } from '#engine/forecast/statistics-text.ts';
import type { Database } from '#server/database/connection.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { RecordApi, RecordedCalibration } from '#server/modules/record/record.api.ts';
import type { AppendCalibration, EstimatedCalibration } from './append-calibration.ts';
import { listStatistics } from './calibration.repository.ts';
import type { FillDays } from './fill-days.ts';

export interface Calibrator {
  /** The engine uses the newest recorded calibrations, or the conservative one. */
  apply(): Promise<void>;
  /** The same for the leader, which first records the calibrations that ship with the feed. */
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
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version' | 'signalFrom'>[];
  readonly record: Pick<RecordApi, 'readCalibrations'>;
  /** How many trading days count. */
  readonly days: number;
  readonly fillDays: FillDays;
  readonly appendCalibration: AppendCalibration;
  /** Measured on this feed beforehand; in use until it can be calibrated on days since its start. */
  readonly shipped: readonly EstimatedCalibration[];
  readonly clock: MarketClock;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  /** To the operator's terminal. */
  readonly print: (text: string) => void;
}

/** After the rollover the last bars of the day may still come in. */
const closeDelayMs = 15 * secondMs;

export function createCalibrator(needs: CalibratorDependencies): Calibrator {
  const { db, engine, forecasters, record, days, fillDays, appendCalibration, shipped, clock, log, print } = needs;
  const applied = new Map<AiModelKey, string>();
  /** Reported once for each model and rollover. */
  const reported = new Set<string>();

  /** Returns what is recorded. */
  async function apply(): ReturnType<RecordApi['readCalibrations']> {
    const recorded = await record.readCalibrations();
    const calibrations = new Map(forecasters.map(({ key }) => [key, getApplied(recorded.get(key))]));
    const changed = new Map([...calibrations].filter(([key, { id }]) => applied.get(key) !== id));
    if (changed.size > 0) engine.calibrate(changed);
    for (const [key, { id }] of changed) applied.set(key, id);
    return recorded;
  }

  /** Returns what is recorded. */
  async function begin(): ReturnType<RecordApi['readCalibrations']> {
    const recorded = await record.readCalibrations();
    for (const { key, version } of forecasters) {
      const own = shipped.find((one) => one.model === key && one.version === version);
      if (own && !recorded.has(key) && Date.parse(own.to) <= clock.now()) await appendCalibration(own, clock.now());
    }
    return apply();
  }

  const isShipped = ({ to }: RecordedCalibration): boolean => shipped.some((one) => Date.parse(one.to) === to);

  async function calibrate(end: number): Promise<void> {
    const recorded = await record.readCalibrations();
    const before = countCalibrated();
    for (const forecaster of forecasters) {
      const current = recorded.get(forecaster.key);
      if (current && current.to >= end) continue;
      const { found, rejected } = await estimate(forecaster, getApplied(current).factors, end);
      if (found) await appendCalibration(found, clock.now());
      if (rejected) reportRejected(forecaster.key, rejected, end);
    }
    await apply();
    const count = countCalibrated();
    if (count > before) print(`${count} of ${forecasters.length} calibrated on this market`);
  }

  /** From the stored days up to `end`; neither: they are too few, or nothing could be estimated. */
  async function estimate(
    { key: model, version, signalFrom }: CalibratorDependencies['forecasters'][number],
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
    const result = calibrateFromDays(statistics, signalFrom, inUse);
    if (result.kind === 'rejected') return { rejected: result.session };
    if (result.kind === 'too_few_days' || !oldest || result.factors.length === 0) return {};
    const [from, to] = [toInstant(tradingDayStart(oldest.day)), toInstant(end)];
    const decisions = countDecisions(sumUp(statistics));
    const factors = result.factors.map(writeFactor);
    log.info({ model, from, to, decisions, factors: factors.length }, 'model calibrated on this feed');
    return { found: { feed, model, version, from, to, decisions, factors } };
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
    apply: async () => void (await apply()),
    begin: async () => void (await begin()),
    run: async (stopping) => {
      const recorded = await begin();
      const isFirst = recorded.size === 0;
      // Of pairs that are not offered there is no history.
      if (engine.feed.notOffered === null || engine.feed.symbols.length === 0) return;
      const shippedAt = Math.max(...[...recorded.values()].map((one) => (isShipped(one) ? one.at : 0)));
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

const getApplied = (recorded: RecordedCalibration | undefined) =>
  recorded
    ? { id: recorded.leafHash.slice(0, idLength), factors: computeFactorTable(recorded.factors) }
    : conservativeCalibration;

/** Hexadecimal digits of the leaf's hash. */
const idLength = 8;
