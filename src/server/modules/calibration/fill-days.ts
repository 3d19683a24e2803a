import { toInstant } from '#contract/wire.ts';
import { type CallPriority, estimateCallsMs, type CallLimits } from '#server/integrations/market-data/market-data.ts';
import { tradingDaysBefore, tradingDayStart, isMarketOpen } from '#domain/market/trading-hours.ts';
import { dayMs, minuteMs, secondMs } from '#domain/time.ts';
import { writeBars } from '#engine/bar-input.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import { countSeedCalls } from '#server/live/bar-backfill.ts';
import {
  countArchivedRows,
  deleteFeedDaysBefore,
  deleteStatisticsBefore,
  insertFeedDays,
  insertStatistics,
  listArchivedDays,
  listArchivedPairs,
  listFeedDays,
  listJudgedDays,
} from './calibration.repository.ts';
import { type Judging, warmUpDays } from './calibration.api.ts';
import { type CalibrationContext, printProgress } from './calibration-context.ts';

/** Every nth day and the last one are logged while the history is filled. */
const logEvery = 5;
/** Bars are kept this many days longer than they count. */
const spareDays = 10;

/**
 * Stores the outcomes of the forecasts of each trading day that ends then (newest first) and has not
 * been judged, with its bars and those of the days before it that warm the features up. Calls
 * `onJudged` after each. Older rows are deleted.
 */
export async function fillDays(
  ctx: CalibrationContext,
  ends: readonly number[],
  stopping: AbortSignal,
  onJudged: () => Promise<void>,
): Promise<void> {
  const { leaderDb: db, log } = ctx;
  const { feed } = ctx.engine;
  const oldest = ends.at(-1);
  if (oldest === undefined) return;
  const from = new Date(daysToJudge(oldest).at(-1) ?? oldest);
  const archived = new Set(await listArchivedDays(db, feed.id, from, feed.symbols));
  const judged = await listJudgedByAll(ctx, from);
  const missing = ends.filter((end) => !judged.has(end));
  if (missing.length === 0) return;
  const unread = [...new Set(missing.flatMap(daysToJudge))].filter((end) => !archived.has(end));
  let read = 0;
  const firstDays = new Set(listFirstDays(ctx, ends));
  const readDay = async (end: number, judgedDay: number): Promise<void> => {
    await archiveDay(ctx, end, firstDays.has(judgedDay) ? 'calibration' : 'rest', stopping);
    read += 1;
    if (unread.length === 1 || (read % logEvery !== 0 && read < unread.length)) return;
    log.info({ day: toInstant(end), stored: read, of: unread.length }, 'bars of the feed stored for calibration');
    printProgress(ctx, `${read} of ${unread.length} days read`);
  };
  if (unread.length > 1) {
    const minutes = await countMinutesLeft(ctx);
    const when = minutes === null ? '' : `, calibrated in about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
    printProgress(ctx, `reading ${unread.length} days of the history of this market in the background${when}`);
  }
  let judging: Judging | null = null;
  const close = (): void => void judging?.close();
  stopping.addEventListener('abort', close);
  try {
    for (const end of missing) {
      for (const day of daysToJudge(end)) {
        if (stopping.aborted) return;
        if (archived.has(day)) continue;
        await readDay(day, end);
        archived.add(day);
      }
      if (stopping.aborted) return;
      await judgeDay(ctx, end, (judging ??= ctx.startJudging()));
      await onJudged();
    }
    const before = new Date(from.getTime() - spareDays * dayMs);
    await deleteFeedDaysBefore(db, before);
    await deleteStatisticsBefore(db, before);
  } catch (error) {
    // A day that was being judged at a stop is judged at the next start.
    if (!stopping.aborted) throw error;
  } finally {
    stopping.removeEventListener('abort', close);
    close();
  }
}

/**
 * Stores the bars of the trading day that ends then, for every pair that has none stored. The day that
 * has just ended comes from the engine's own bars, others from the feed's history, and a day on which
 * the market was closed has none.
 */
async function archiveDay(
  ctx: CalibrationContext,
  end: number,
  priority: CallPriority,
  stopping: AbortSignal,
): Promise<void> {
  const { leaderDb: db, engine } = ctx;
  const from = tradingDayStart(end);
  const { id: feed, symbols } = engine.feed;
  const known = new Set(await listArchivedPairs(db, feed, new Date(end)));
  for (const symbol of symbols) {
    if (known.has(symbol)) continue;
    if (stopping.aborted) return;
    const own = isOpenDay(ctx, end) ? ownBars(ctx, symbol, from, end) : [];
    const bars = own ?? (await fetchBars(ctx, symbol, { from, end, priority, signal: stopping }));
    await insertFeedDays(db, [{ feed, day: new Date(end), symbol, bars: writeBars(bars) }]);
  }
}

/** Null: the engine does not remember the whole day. */
function ownBars({ engine }: CalibrationContext, symbol: string, from: number, end: number): readonly Bar[] | null {
  const before = engine.bars(symbol, Number.NEGATIVE_INFINITY, from);
  return before.length > 0 ? engine.bars(symbol, from, end) : null;
}

async function fetchBars(
  { marketData }: CalibrationContext,
  symbol: string,
  { from, end, ...options }: { from: number; end: number; priority: CallPriority; signal: AbortSignal },
): Promise<readonly Bar[]> {
  const bars = await marketData.backfill(symbol, end, (end - from) / minuteMs, { from, ...options });
  return bars.filter(({ time }) => time >= from && time < end);
}

/** Stores the outcomes of each model's forecasts on the trading day that ends then. */
async function judgeDay(ctx: CalibrationContext, end: number, judging: Judging): Promise<void> {
  const { leaderDb: db, models } = ctx;
  const { feed } = ctx.engine;
  const first = daysToJudge(end).at(-1) ?? end;
  const rows = await listFeedDays(db, feed.id, new Date(first), new Date(end));
  const bars = new Map(
    feed.symbols.map((symbol) => [symbol, rows.filter((row) => row.symbol === symbol).map((row) => row.bars)]),
  );
  const written = await judging.judge({ bars, from: tradingDayStart(end), to: end });
  await insertStatistics(
    db,
    models.forecasters.flatMap(({ key: model, version }) => {
      const statistics = written.get(model);
      return statistics === undefined ? [] : [{ feed: feed.id, model, version, day: new Date(end), statistics }];
    }),
  );
}

/** The trading days whose bars are read to judge the one that ends then, newest first. */
export const daysToJudge = (end: number): number[] => tradingDaysBefore(end, 1 + warmUpDays);

/** Whether the market is open on the trading day that ends then; by the calendar, judged at its noon. */
const isOpenDay = ({ config }: CalibrationContext, end: number): boolean =>
  isMarketOpen({ ...config.tradingHours, window: null }, (tradingDayStart(end) + end) / 2);

/** Those of the days (newest first) that the first calibration needs; none: they are too few. */
export function listFirstDays(ctx: CalibrationContext, ends: readonly number[]): readonly number[] {
  const last = ends.filter((end) => isOpenDay(ctx, end))[minCalibrationDays - 1];
  return last === undefined ? [] : ends.filter((end) => end >= last);
}

/** The days from `from` on that every model was judged on. */
async function listJudgedByAll({ db, engine, models }: CalibrationContext, from: Date): Promise<ReadonlySet<number>> {
  const feed = engine.feed.id;
  const lists = await Promise.all(
    models.forecasters.map(({ key: model, version }) => listJudgedDays(db, { feed, model, version }, from)),
  );
  return new Set(lists[0]?.filter((day) => lists.every((days) => days.includes(day))));
}

/** Measured: an answer of a public feed, and a day that is judged in a thread. */
const callMs = 0.3 * secondMs;
const judgeMs = 2 * secondMs;
const rowsPerDay = dayMs / minuteMs;

/**
 * When the feed will have its first calibration: from the rows of bars that are still missing and the calls
 * that the feed allows. Days are read newest first, and the first calibration needs nine with an open market.
 */
export async function estimateCalibratedAt(ctx: CalibrationContext): Promise<number | null> {
  const { db, market, marketData, days, speed } = ctx;
  const { feed } = market;
  const now = ctx.marketClock.now();
  if (feed.notOffered === null || feed.symbols.length === 0) return null;
  const newest = tradingDaysBefore(now, Math.min(days, 3 * minCalibrationDays));
  const ends = listFirstDays(ctx, newest);
  const oldest = ends.at(-1);
  if (oldest === undefined || (await isCalibrated(ctx))) return null;
  const judged = await listJudgedByAll(ctx, new Date(oldest));
  const missing = ends.filter((end) => !judged.has(end));
  // All that was needed has been judged, and it was too little.
  if (missing.length === 0) return null;
  const wanted = [...new Set(missing.flatMap(daysToJudge))].filter((day) => isOpenDay(ctx, day));
  const openDays = wanted.map((day) => new Date(day));
  const stored = await countArchivedRows(db, feed.id, openDays, feed.symbols);
  const missingRows = openDays.length * feed.symbols.length - stored;
  const { callLimits } = marketData;
  const readMs = callLimits ? getReadMs(callLimits, missingRows, stored === 0 ? feed.symbols.length : 0) : 0;
  return now + speed * (readMs + missing.filter((day) => isOpenDay(ctx, day)).length * judgeMs);
}

const isCalibrated = async ({ record }: CalibrationContext): Promise<boolean> =>
  [...(await record.readVersions()).values()].some(({ leaf }) => leaf.calibration !== null);

/** Of `rows` days of a pair; `seeded`: pairs whose newest bars are requested first, at the start. */
function getReadMs({ windows, rowsPerCall }: CallLimits, rows: number, seeded: number): number {
  const seedCalls = seeded * countSeedCalls(rowsPerCall);
  const calls = seedCalls + rows * Math.ceil(rowsPerDay / rowsPerCall);
  return Math.max(estimateCallsMs(windows, 'calibration', calls), calls * callMs);
}

/** Whole minutes until then, at least one; null: not known, or the feed is calibrated. */
async function countMinutesLeft(ctx: CalibrationContext): Promise<number | null> {
  const at = await estimateCalibratedAt(ctx);
  return at === null ? null : Math.max(1, Math.round((at - ctx.marketClock.now()) / (ctx.speed * minuteMs)));
}
