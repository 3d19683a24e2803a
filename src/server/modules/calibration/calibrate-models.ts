import { toInstant } from '#contract/wire.ts';
import { secondMs } from '#domain/time.ts';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-hours.ts';
import type { MarketSession } from '#domain/market/market-session.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { countDecisions, parseStatistics } from '#engine/forecast/calibration/calibration-statistics.ts';
import { calibrateFromDays, sumUp } from '#engine/forecast/calibration/check-calibration.ts';
import { type FactorTable } from '#engine/forecast/calibration/calibration.ts';
import { computeFactorTable } from '#engine/forecast/calibration/estimate-factors.ts';
import { parseFactor, writeFactor } from '#domain/statistics/calibration-factor.ts';
import { type Forecast, type LocalForecaster, conservativeCalibration } from '#engine/forecast/forecaster.ts';
import { sha256 } from '#node/notes.ts';
import { toHex } from '#record/bytes.ts';
import type { Calibration, VersionInUse } from './calibration.api.ts';
import { type CalibrationContext, type CalibrationInUse, printProgress } from './calibration-context.ts';
import { listStatistics } from './calibration.repository.ts';
import { fillDays } from './fill-days.ts';
import type { EstimatedCalibration } from './shipped-calibration.ts';

/** After the rollover the last bars of the day may still come in. */
const closeDelayMs = 15 * secondMs;

type InUse = ReadonlyMap<AiModelKey, CalibrationInUse>;

/**
 * Fills the days that are missing and calibrates every model up to the last rollover, unless it
 * was before. May be interrupted at any point; the next run does the rest.
 */
export async function calibrateModels(ctx: CalibrationContext, stopping: AbortSignal): Promise<void> {
  const current = await beginCalibrations(ctx);
  const isFirst = current.size === 0;
  const { feed } = ctx.engine;
  // Pairs that are not offered have no history.
  if (feed.notOffered === null || feed.symbols.length === 0) return;
  const isShipped = ({ calibration }: CalibrationInUse) => ctx.shipped.some(({ to }) => to === calibration.to);
  const shippedAt = Math.max(...[...current.values()].map((one) => (isShipped(one) ? one.at : 0)));
  // What ships was measured on more days than a market has history: it holds until enough have ended since.
  const ends = tradingDaysBefore(ctx.marketClock.now() - closeDelayMs, ctx.days).filter((end) => end > shippedAt);
  const [newest] = ends;
  if (newest === undefined) return;
  try {
    // The first calibration does not wait for the whole history.
    const onJudged = async () => (isFirst && !stopping.aborted ? calibrateUntil(ctx, newest) : undefined);
    await fillDays(ctx, ends, stopping, onJudged);
  } finally {
    if (!stopping.aborted) await calibrateUntil(ctx, newest);
  }
  if (!stopping.aborted) reportTooLittle(ctx, newest);
}

/** The leader begins with the calibrations that ship with the feed. Returns what is in use from now on. */
export async function beginCalibrations(ctx: CalibrationContext): Promise<InUse> {
  const current = await readCurrent(ctx);
  const now = ctx.marketClock.now();
  for (const { key, version } of ctx.models.forecasters) {
    const own = ctx.shipped.find((one) => one.model === key && one.version === version);
    if (own && !current.has(key) && Date.parse(own.to) <= now) use(ctx, own);
  }
  return applyCalibrations(ctx);
}

/** The engine uses the newest recorded calibrations, or the conservative one. Returns what is in use from now on. */
export async function applyCalibrations(ctx: CalibrationContext): Promise<InUse> {
  const { engine, applied, models } = ctx;
  const current = await readCurrent(ctx);
  const calibrations = new Map(models.forecasters.map(({ key }) => [key, getApplied(current.get(key)?.calibration)]));
  for (const { calibration } of current.values()) ctx.byId.set(getId(calibration), calibration);
  const changed = new Map([...calibrations].filter(([key, { id }]) => applied.get(key) !== id));
  if (changed.size > 0) engine.calibrate(changed);
  for (const [key, { id }] of changed) applied.set(key, id);
  return current;
}

/** What made a forecast of this process. */
export const getVersion = (
  ctx: CalibrationContext,
  { model, modelVersion: id }: Pick<Forecast, 'model' | 'modelVersion'>,
): VersionInUse => ({
  id,
  file: getFile(ctx, model),
  calibration: ctx.byId.get(id.slice(id.lastIndexOf('+') + 1)) ?? null,
});

const getFile = ({ models }: CalibrationContext, model: AiModelKey): string =>
  models.metadata.get(model)?.fileHash ?? '';

/** The newest calibration of each model, recorded or not yet. */
async function readCurrent(ctx: CalibrationContext): Promise<InUse> {
  const versions = await ctx.record.readVersions();
  const current = new Map(ctx.measured);
  for (const { key } of ctx.models.forecasters) {
    const { file, calibration, at } = versions.get(key)?.leaf ?? {};
    if (!calibration || !at || file !== getFile(ctx, key)) continue;
    if (calibration.to >= (current.get(key)?.calibration.to ?? ''))
      current.set(key, { calibration, at: Date.parse(at) });
  }
  return current;
}

function use(ctx: CalibrationContext, { model, version: _version, ...calibration }: EstimatedCalibration): void {
  ctx.measured.set(model, { calibration, at: ctx.marketClock.now() });
}

async function calibrateUntil(ctx: CalibrationContext, end: number): Promise<void> {
  const { forecasters } = ctx.models;
  const current = await readCurrent(ctx);
  const before = countCalibrated(ctx);
  for (const forecaster of forecasters) {
    const own = current.get(forecaster.key)?.calibration;
    if (own && Date.parse(own.to) >= end) continue;
    const { found, rejected } = await estimate(ctx, forecaster, getApplied(own).factors, end);
    if (found) use(ctx, found);
    if (rejected) reportRejected(ctx, forecaster.key, rejected, end);
  }
  await applyCalibrations(ctx);
  const count = countCalibrated(ctx);
  if (count > before) printProgress(ctx, `${count} of ${forecasters.length} calibrated on this market`);
}

/** From the stored days up to `end`; neither: they are too few, or nothing could be estimated. */
async function estimate(
  { leaderDb: db, engine, days, log }: CalibrationContext,
  { key: model, version }: LocalForecaster,
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

function reportRejected(
  { reported, log }: CalibrationContext,
  model: AiModelKey,
  session: MarketSession,
  end: number,
): void {
  const name = `rejected ${model} ${end}`;
  if (reported.has(name)) return;
  log.info(
    { model, session, to: toInstant(end) },
    'calibration rejected: the newest days contradict it more than the one in use, which stays',
  );
  reported.add(name);
}

const countCalibrated = ({ applied }: CalibrationContext): number =>
  [...applied.values()].filter((id) => id !== conservativeCalibration.id).length;

function reportTooLittle(ctx: CalibrationContext, end: number): void {
  const name = `too little ${end}`;
  if (countCalibrated(ctx) > 0 || ctx.reported.has(name)) return;
  printProgress(
    ctx,
    'too little history of this market yet: the models state a conservative probability until there is more',
  );
  ctx.reported.add(name);
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
