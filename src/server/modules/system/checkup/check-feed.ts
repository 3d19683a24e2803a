import { areDefaultPairs, priceDigits, pipsBetween } from '#domain/market/currency-pair.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { hourMs, minuteMs, secondMs } from '#domain/time.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { FeedState, MarketData, PairOffer } from '#server/integrations/market-data/market-data.ts';
import type { Finding } from './findings.ts';

/** A feed that has been running for a while. */
export interface CheckedFeed extends Pick<MarketData, 'kind' | 'isLive' | 'symbols' | 'offer' | 'countCallsLeft'> {
  state(): FeedState;
  lastTick(symbol: string): Tick | null;
  /** Null: this process reads no history. */
  readonly backfill: MarketData['backfill'] | null;
}

interface FeedFindings {
  readonly findings: readonly Finding[];
  /** How far the feed's clock is ahead of ours, milliseconds; null: unknown. */
  readonly aheadMs: number | null;
}

/** `now`: milliseconds of market time. */
export async function checkFeed(feed: CheckedFeed, now: number, isOpen: boolean): Promise<FeedFindings> {
  const offer = feed.offer();
  const symbols = offer?.offered ?? feed.symbols;
  const ticks = symbols.map((symbol) => feed.lastTick(symbol)).filter((tick) => tick !== null);
  const history = feed.backfill ? [await checkHistory(symbols, feed.backfill, now)] : [];
  return {
    findings: [
      judgeFeed({ ...feed, symbols }, ticks, now, isOpen),
      ...(feed.isLive && offer ? [judgePairs(offer)] : []),
      ...judgeSpread(ticks),
      ...history,
      // After the history, for which a feed may have said how many calls others have made.
      ...judgeCalls(feed),
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
  if (ageMs > signalLimits.signalPriceMaxAgeMs) return found('feed_late', ...measured);
  if (!isLive) return found('feed_simulated', ...measured);
  const missing = symbols.filter((symbol) => !ticks.some((tick) => tick.symbol === symbol));
  if (missing.length > 0) return found('feed_partial', ...measured, `- ${missing.join(' ')}`);
  return found('feed_ok', ...measured);
}

/** A broker offers what it offers: only a pair that PAIRS names can be missing. */
function judgePairs({ offered, notOffered }: PairOffer): Finding {
  const asked = [...offered, ...notOffered];
  const missing = notOffered.length > 0 ? [`- ${notOffered.join(' ')}`] : [];
  const isMissing = missing.length > 0 && !areDefaultPairs(asked);
  return {
    code: isMissing ? 'pairs_missing' : 'pairs_ok',
    detail: [`${offered.length}/${asked.length}`, ...missing].join(', '),
  };
}

/** The usual spread over all pairs, in pips. */
function judgeSpread(ticks: readonly Tick[]): Finding[] {
  const spreads = ticks
    .map(({ symbol, bid, ask }) => pipsBetween(bid, ask, priceDigits(symbol)))
    .toSorted((a, b) => a - b);
  const median = spreads[Math.floor(spreads.length / 2)];
  if (median === undefined) return [];
  if (spreads.every((spread) => spread === 0)) return [{ code: 'spread_unknown', detail: null }];
  return [{ code: 'spread_ok', detail: `${median.toFixed(1)} pip` }];
}

const hourOfBars = 60;
/** A budget that is spent lets a call wait until the next day. */
const historyWithinMs = 15 * secondMs;

async function checkHistory(
  symbols: readonly string[],
  backfill: MarketData['backfill'],
  now: number,
): Promise<Finding> {
  const [symbol = ''] = symbols;
  try {
    const bars = await backfill(symbol, now, hourOfBars, { signal: AbortSignal.timeout(historyWithinMs) });
    const detail = `${symbol}, ${bars.length}/${hourOfBars}`;
    return { code: bars.length > 0 ? 'history_ok' : 'history_missing', detail };
  } catch (error) {
    return { code: 'history_missing', detail: `${symbol}, ${getErrorMessage(error)}` };
  }
}

/** What the limits of the feed leave, such as 1 min: 5/8. */
function judgeCalls({ countCallsLeft }: CheckedFeed): Finding[] {
  const windows = countCallsLeft?.() ?? [];
  if (windows.length === 0) return [];
  return [
    {
      code: windows.some(({ left }) => left === 0) ? 'calls_spent' : 'calls_ok',
      detail: windows.map(({ left, calls, ms }) => `${printDuration(ms)}: ${left}/${calls}`).join(', '),
    },
  ];
}

const printDuration = (ms: number): string => {
  if (ms < minuteMs) return `${ms / secondMs} s`;
  return ms < hourMs ? `${ms / minuteMs} min` : `${ms / hourMs} h`;
};

/** No price is from the future: a tick whose time is later than its receipt shows how far we are behind. */
const readAhead = (ticks: readonly Tick[]): number | null =>
  ticks.length === 0 ? null : Math.max(0, ...ticks.map(({ time, receivedAt }) => time - receivedAt));
