import type { Finding } from '#contract/admin/checkup.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import { pipsBetween } from '#domain/market/price.ts';
import { getErrorMessage } from '#domain/read-error.ts';
import { limits } from '#domain/signals/limits.ts';
import { secondMs } from '#domain/time.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { FeedState, MarketData } from '#server/integrations/market-data/market-data.ts';

/** A feed that has been running for a while. */
export interface CheckedFeed extends Pick<MarketData, 'kind' | 'isLive' | 'symbols'> {
  state(): FeedState;
  lastTick(symbol: string): Tick | null;
  /** Null: this process reads no history. */
  readonly backfill: MarketData['backfill'] | null;
}

export interface FeedFindings {
  readonly findings: readonly Finding[];
  /** How far the feed's clock is ahead of ours, milliseconds; null: unknown. */
  readonly aheadMs: number | null;
}

/** `now`: milliseconds of market time. */
export async function checkFeed(feed: CheckedFeed, now: number, isOpen: boolean): Promise<FeedFindings> {
  const ticks = feed.symbols.map((symbol) => feed.lastTick(symbol)).filter((tick) => tick !== null);
  return {
    findings: [
      judgeFeed(feed, ticks, now, isOpen),
      ...judgeSpread(ticks),
      ...(feed.backfill ? [await checkHistory(feed.symbols, feed.backfill, now)] : []),
    ],
    aheadMs: feed.isLive ? readAhead(ticks) : null,
  };
}

function judgeFeed(
  { kind, isLive, symbols, state }: CheckedFeed,
  ticks: readonly Tick[],
  now: number,
  isOpen: boolean,
) {
  const { connected, reason } = state();
  const found = (code: Finding['code'], ...more: readonly string[]): Finding => ({
    code,
    detail: [kind, ...more].join(', '),
  });
  if (!connected) return found('feed_down', ...(reason ? [reason] : []));
  if (!isOpen) return found('feed_closed');
  const ageMs = Math.min(...ticks.map(({ time }) => now - time));
  const measured = [`${ticks.length}/${symbols.length}`, `${(Math.max(0, ageMs) / secondMs).toFixed(1)} s`];
  if (ticks.length === 0) return found('feed_silent', `0/${symbols.length}`);
  if (ageMs > limits.signalPriceMaxAgeMs) return found('feed_late', ...measured);
  if (!isLive) return found('feed_simulated', ...measured);
  const missing = symbols.filter((symbol) => !ticks.some((tick) => tick.symbol === symbol));
  if (missing.length > 0) return found('feed_partial', ...measured, `- ${missing.join(' ')}`);
  return found('feed_ok', ...measured);
}

/** The usual spread over all pairs, in pips. */
function judgeSpread(ticks: readonly Tick[]): Finding[] {
  const spreads = ticks
    .map(({ symbol, bid, ask }) => pipsBetween(bid, ask, findPair(symbol)?.digits ?? 5))
    .toSorted((a, b) => a - b);
  const median = spreads[Math.floor(spreads.length / 2)];
  if (median === undefined) return [];
  if (spreads.every((spread) => spread === 0)) return [{ code: 'spread_unknown', detail: null }];
  return [{ code: 'spread_ok', detail: `${median.toFixed(1)} pip` }];
}

const hourOfBars = 60;

async function checkHistory(
  symbols: readonly string[],
  backfill: MarketData['backfill'],
  now: number,
): Promise<Finding> {
  const [symbol = ''] = symbols;
  try {
    const bars = await backfill(symbol, now, hourOfBars);
    const detail = `${symbol}, ${bars.length}/${hourOfBars}`;
    return { code: bars.length > 0 ? 'history_ok' : 'history_missing', detail };
  } catch (error) {
    return { code: 'history_missing', detail: `${symbol}, ${getErrorMessage(error)}` };
  }
}

/** No price is from the future: a tick whose time is later than its receipt shows how far we are behind. */
const readAhead = (ticks: readonly Tick[]): number | null =>
  ticks.length === 0 ? null : Math.max(0, ...ticks.map(({ time, receivedAt }) => time - receivedAt));
