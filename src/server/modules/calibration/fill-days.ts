import type { FastifyBaseLogger } from 'fastify';
import { toInstant } from '#contract/wire.ts';
import type { CallPriority } from '#domain/market/call-window.ts';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { writeBars } from '#engine/bar-input.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { Database } from '#server/database/connection.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import {
  deleteFeedDaysBefore,
  deleteStatisticsBefore,
  insertFeedDays,
  insertStatistics,
  listArchivedDays,
  listArchivedPairs,
  listFeedDays,
  listJudgedDays,
} from './calibration.repository.ts';
import { type Judging, type StartJudging, warmUpDays } from './calibration.api.ts';

/**
 * Stores the outcomes of the forecasts of each trading day that ends then (newest first) and has not
 * been judged, with its bars and those of the days before it that warm the features up. Calls
 * `onJudged` after each. Older rows are deleted.
 */
export type FillDays = (ends: readonly number[], stopping: AbortSignal, onJudged: () => Promise<void>) => Promise<void>;

interface FillDaysDependencies {
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'feed' | 'bars'>;
  readonly marketData: Pick<MarketData, 'backfill'>;
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
  readonly isOpenDay: IsOpenDay;
  readonly startJudging: StartJudging;
  /** Until the first calibration of the feed; null: not known, or it has one. */
  readonly minutesLeft: () => Promise<number | null>;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
  /** To the operator's terminal. */
  readonly print: (text: string) => void;
}

/** Every nth day and the last one are logged while the history is filled. */
const logEvery = 5;
/** Bars are kept this many days longer than they count. */
const spareDays = 10;

export const createFillDays =
  (needs: FillDaysDependencies): FillDays =>
  async (ends, stopping, onJudged) => {
    const { db, forecasters, isOpenDay, startJudging, minutesLeft, log, print } = needs;
    const { feed } = needs.engine;
    const oldest = ends.at(-1);
    if (oldest === undefined) return;
    const from = new Date(daysToJudge(oldest).at(-1) ?? oldest);
    const archived = new Set(await listArchivedDays(db, feed.id, from, feed.symbols));
    const judged = await listJudgedByAll({ db, feed, forecasters }, from);
    const missing = ends.filter((end) => !judged.has(end));
    if (missing.length === 0) return;
    const unread = [...new Set(missing.flatMap(daysToJudge))].filter((end) => !archived.has(end));
    let read = 0;
    const firstDays = new Set(listFirstDays(ends, isOpenDay));
    const readDay = async (end: number, judgedDay: number): Promise<void> => {
      await archiveDay(needs, end, firstDays.has(judgedDay) ? 'calibration' : 'rest', stopping);
      read += 1;
      if (unread.length === 1 || (read % logEvery !== 0 && read < unread.length)) return;
      log.info({ day: toInstant(end), stored: read, of: unread.length }, 'bars of the feed stored for calibration');
      print(`${read} of ${unread.length} days read`);
    };
    if (unread.length > 1) {
      const minutes = await minutesLeft();
      const when = minutes === null ? '' : `, calibrated in about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
      print(`reading ${unread.length} days of the history of this market in the background${when}`);
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
        await judgeDay({ db, feed, forecasters }, end, (judging ??= startJudging()));
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
  };

/**
 * Stores the bars of the trading day that ends then, for every pair that has none stored. The day that
 * has just ended comes from the engine's own bars, others from the feed's history, and a day on which
 * the market was closed has none.
 */
async function archiveDay(
  { db, engine, marketData, isOpenDay }: FillDaysDependencies,
  end: number,
  priority: CallPriority,
  stopping: AbortSignal,
): Promise<void> {
  const from = tradingDayStart(end);
  const { id: feed, symbols } = engine.feed;
  const known = new Set(await listArchivedPairs(db, feed, new Date(end)));
  for (const symbol of symbols) {
    if (known.has(symbol)) continue;
    if (stopping.aborted) return;
    const own = isOpenDay(end) ? ownBars(engine, symbol, from, end) : [];
    const bars = own ?? (await fetchBars(marketData, symbol, { from, end, priority, signal: stopping }));
    await insertFeedDays(db, [{ feed, day: new Date(end), symbol, bars: writeBars(bars) }]);
  }
}

/** Null: the engine does not remember the whole day. */
function ownBars(
  engine: FillDaysDependencies['engine'],
  symbol: string,
  from: number,
  end: number,
): readonly Bar[] | null {
  const before = engine.bars(symbol, Number.NEGATIVE_INFINITY, from);
  return before.length > 0 ? engine.bars(symbol, from, end) : null;
}

async function fetchBars(
  marketData: FillDaysDependencies['marketData'],
  symbol: string,
  { from, end, ...options }: { from: number; end: number; priority: CallPriority; signal: AbortSignal },
): Promise<readonly Bar[]> {
  const bars = await marketData.backfill(symbol, end, (end - from) / minuteMs, { from, ...options });
  return bars.filter(({ time }) => time >= from && time < end);
}

interface ModelsOnFeed {
  readonly db: Database;
  readonly feed: { readonly id: string };
  readonly forecasters: readonly Pick<LocalForecaster, 'key' | 'version'>[];
}

/** Stores the outcomes of each model's forecasts on the trading day that ends then. */
async function judgeDay(
  { db, feed, forecasters }: ModelsOnFeed & { readonly feed: { readonly symbols: readonly string[] } },
  end: number,
  judging: Judging,
): Promise<void> {
  const first = daysToJudge(end).at(-1) ?? end;
  const rows = await listFeedDays(db, feed.id, new Date(first), new Date(end));
  const bars = new Map(
    feed.symbols.map((symbol) => [symbol, rows.filter((row) => row.symbol === symbol).map((row) => row.bars)]),
  );
  const written = await judging.judge({ bars, from: tradingDayStart(end), to: end });
  await insertStatistics(
    db,
    forecasters.flatMap(({ key: model, version }) => {
      const statistics = written.get(model);
      return statistics === undefined ? [] : [{ feed: feed.id, model, version, day: new Date(end), statistics }];
    }),
  );
}

/** The trading days whose bars are read to judge the one that ends then, newest first. */
export const daysToJudge = (end: number): number[] => tradingDaysBefore(end, 1 + warmUpDays);

/** Whether the market is open on the trading day that ends then. */
export type IsOpenDay = (end: number) => boolean;

/** By the calendar, whatever the working hours: judged at noon of the day. */
export const createIsOpenDay =
  (hours: TradingHours): IsOpenDay =>
  (end) =>
    isMarketOpen({ ...hours, window: null }, (tradingDayStart(end) + end) / 2);

/** Those of the days (newest first) that the first calibration needs; none: they are too few. */
export function listFirstDays(ends: readonly number[], isOpenDay: IsOpenDay): readonly number[] {
  const last = ends.filter(isOpenDay)[minCalibrationDays - 1];
  return last === undefined ? [] : ends.filter((end) => end >= last);
}

/** The days from `from` on that every model was judged on. */
export async function listJudgedByAll(
  { db, feed, forecasters }: ModelsOnFeed,
  from: Date,
): Promise<ReadonlySet<number>> {
  const lists = await Promise.all(
    forecasters.map(({ key: model, version }) => listJudgedDays(db, { feed: feed.id, model, version }, from)),
  );
  return new Set(lists[0]?.filter((day) => lists.every((days) => days.includes(day))));
}
