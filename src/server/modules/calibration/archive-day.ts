import { writeBars } from '#engine/bar-input.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { minuteMs } from '#domain/time.ts';
import { tradingDayStart } from '#domain/market/trading-day.ts';
import type { Database } from '#server/database/connection.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { CallPriority } from '#domain/market/call-window.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import type { IsOpenDay } from './judge-day.ts';
import { insertFeedDays, listArchivedPairs } from './feed-days.repository.ts';

/** Stores the bars of the trading day that ends then, for every pair that has none stored. */
export type ArchiveDay = (end: number, priority: CallPriority, stopping: AbortSignal) => Promise<void>;

interface ArchiveDayDependencies {
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'feed' | 'bars'>;
  readonly marketData: Pick<MarketData, 'backfill'>;
  readonly isOpenDay: IsOpenDay;
}

/**
 * The day that has just ended comes from the engine's own bars, others from the feed's history, and
 * a day on which the market was closed has none.
 */
export const createArchiveDay =
  ({ db, engine, marketData, isOpenDay }: ArchiveDayDependencies): ArchiveDay =>
  async (end, priority, stopping) => {
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
  };

/** Null: the engine does not remember the whole day. */
function ownBars(
  engine: ArchiveDayDependencies['engine'],
  symbol: string,
  from: number,
  end: number,
): readonly Bar[] | null {
  const before = engine.bars(symbol, Number.NEGATIVE_INFINITY, from);
  return before.length > 0 ? engine.bars(symbol, from, end) : null;
}

async function fetchBars(
  marketData: ArchiveDayDependencies['marketData'],
  symbol: string,
  { from, end, ...options }: { from: number; end: number; priority: CallPriority; signal: AbortSignal },
): Promise<readonly Bar[]> {
  const bars = await marketData.backfill(symbol, end, (end - from) / minuteMs, { from, ...options });
  return bars.filter(({ time }) => time >= from && time < end);
}
