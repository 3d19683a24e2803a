import type { FastifyBaseLogger } from 'fastify';
import {
  type CallPriority,
  estimateCallsMs,
  type CallLimits,
  type MarketData,
} from '#server/integrations/market-data/market-data.ts';
import { type MarketClock, minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { Pipeline } from '#engine/pipeline.ts';
import { getErrorMessage } from '#domain/caught-error.ts';

interface BarBackfillDependencies {
  readonly marketData: Pick<MarketData, 'symbols' | 'offer' | 'backfill' | 'callLimits'>;
  readonly pipeline: Pick<Pipeline, 'fill' | 'markGap' | 'leaveOut'>;
  readonly clock: MarketClock;
  readonly log: FastifyBaseLogger;
}

/** Bars of this pair from `from` on, requested when market time is at or after `due`. */
interface BarRequest {
  readonly symbol: string;
  readonly from: number;
  /** Absent: up to the time of the call. */
  readonly until?: number;
  /** `recent`: forecasts wait for them. */
  readonly priority: CallPriority;
  readonly due: number;
  /** How often it has failed. */
  readonly failures: number;
}

/** Enough for every feature and for the day that the chart can show. */
const seedBars = 1_500;
/** Delay after the end of a minute until it has ended for the feed too. */
export const minuteEndDelayMs = 400;
/** After the first failure; twice as long after each further one, so that a broken pair uses no calls up. */
const retryMs = 10_000;
const maxRetryMs = 10 * minuteMs;
/** What is older than this is no longer recent: calibration asks for it in its turn. */
const maxBars = 2 * 24 * 60;

/** Calls of a pair at the start: for its history, and for the minute of the start. */
export const countSeedCalls = (rowsPerCall: number): number => Math.ceil(seedBars / rowsPerCall) + 1;

/** How much longer many calls at once take for each call, as measured. */
const callMs = 100;

/** Real milliseconds until so many calls for recent bars are answered, from an unused budget. */
export const estimateRecentMs = (limits: CallLimits | undefined, calls: number): number =>
  limits ? Math.max(estimateCallsMs(limits.windows, 'recent', calls), calls * callMs) : 0;

/** Real milliseconds after a close within which its minute is stated, unless something is missing. */
const statingMs = 5_000;

const minuteEnd = (time: number): number => (Math.floor(time / minuteMs) + 1) * minuteMs;

/**
 * Requests the bars that were not seen live from the feed: history at the start, the first minute,
 * gaps. Retries until it gets them. What the models need comes first: one call for each pair with its
 * newest bars, which are more than the longest window of the features.
 */
export function createBarBackfill({ marketData, pipeline, clock, log }: BarBackfillDependencies) {
  const { callLimits } = marketData;
  // Three rows are left for rounding and for the minute that is still forming, so that one call suffices.
  const firstBars = Math.min(seedBars, callLimits ? callLimits.rowsPerCall - 3 : seedBars);
  let requests: BarRequest[] = [];
  let isSeeded = false;
  /** Requests under way that forecasts wait for. */
  let fetching = 0;
  /** Null: every pair has been requested, because the feed has not said which it offers. */
  let offeredBefore: ReadonlySet<string> | null = null;
  const isOffered = (symbol: string): boolean => marketData.offer()?.offered.includes(symbol) ?? true;

  /** Why there are no bars yet, after which the call is retried; null: they were added. */
  const fetchBars = async (request: BarRequest): Promise<string | null> => {
    const { symbol, from, priority, failures } = request;
    const now = clock.now();
    const isAwaited = holdsForecasts(request);
    if (isAwaited) fetching += 1;
    try {
      const until = request.until ?? now;
      const count = Math.min(maxBars, Math.ceil((until - from) / minuteMs) + 1);
      const bars = await marketData.backfill(symbol, until, count, { priority });
      pipeline.fill(symbol, bars);
      return null;
    } catch (error) {
      if (!isOffered(symbol)) return null;
      requests.push({ ...request, due: now + Math.min(maxRetryMs, retryMs * 2 ** failures), failures: failures + 1 });
      return getErrorMessage(error);
    } finally {
      if (isAwaited) fetching -= 1;
    }
  };

  /** A pair whose bars are not to be had does not delay the others. */
  const holdsForecasts = ({ priority, failures }: BarRequest): boolean => priority === 'recent' && failures === 0;

  const poll = async (): Promise<void> => {
    const now = clock.now();
    const isRecentDue = requests.some(({ priority, due }) => priority === 'recent' && due <= now);
    // History that no forecast needs is requested last.
    const isFree = fetching === 0 && !isRecentDue;
    const isDue = ({ priority, due }: BarRequest): boolean => due <= now && (isFree || priority === 'recent');
    const dueNow = requests.filter(isDue);
    if (dueNow.length === 0) return;
    requests = requests.filter((request) => !isDue(request));
    const due = dueNow.filter(({ symbol }) => isOffered(symbol));
    const errors = (await Promise.all(due.map(fetchBars))).filter((error) => error !== null);
    // A feed that is down fails for every pair alike, so one line is logged.
    if (errors.length > 0)
      log.warn({ pairs: errors.length, reasons: [...new Set(errors)] }, 'bar back-fill failed; retrying');
  };

  const requestAll = (symbols: readonly string[], from: number, due: number): void => {
    requests.push(...symbols.map((symbol) => ({ symbol, from, due, priority: 'recent' as const, failures: 0 })));
  };

  /** The newest bars of these pairs, and then those before them, for the day that the chart can show. */
  const requestHistory = (symbols: readonly string[]): void => {
    const now = clock.now();
    const until = now - firstBars * minuteMs;
    requestAll(symbols, until, now);
    if (firstBars < seedBars)
      for (const symbol of symbols)
        requests.push({
          symbol,
          from: now - seedBars * minuteMs,
          until,
          due: now,
          priority: 'calibration',
          failures: 0,
        });
  };

  return {
    /** Requests what is due; called several times a second. */
    poll,
    /** Requests the history before now for every pair, and nothing that was requested by another clock. */
    seed: (): Promise<void> => {
      requests = [];
      isSeeded = true;
      requestHistory(marketData.symbols);
      return poll();
    },
    /** Whether bars are on their way that the next forecasts need. */
    isFetching: (): boolean => fetching > 0,
    /** Real milliseconds until what is missing may have come; `speed`: of the market's time. */
    readyInMs: (speed: number): number => {
      if (!isSeeded) return estimateRecentMs(callLimits, marketData.symbols.length);
      if (fetching > 0) return estimateRecentMs(callLimits, fetching);
      const now = clock.now();
      // The minute that has just closed is about to be stated.
      if (now - startOfMinute(now) < statingMs * speed) return secondMs;
      const recent = requests.filter(({ priority }) => priority === 'recent');
      const next = Math.min(minuteEnd(now) + minuteEndDelayMs, ...recent.map(({ due }) => Math.max(now, due)));
      return (next - now) / speed + estimateRecentMs(callLimits, recent.length);
    },
    /** Requests the history of those that were not offered until now. */
    addPairs: (offered: readonly string[]): void => {
      const before = offeredBefore;
      if (before) requestHistory(offered.filter((symbol) => !before.has(symbol)));
      offeredBefore = new Set(offered);
    },
    /**
     * The minute of the start is seen only in part, so no bar of ours covers it; it is requested when
     * it has ended.
     */
    leaveOutFirstMinute: (): void => {
      const now = clock.now();
      pipeline.leaveOut(minuteEnd(now));
      requestAll(marketData.symbols, now, minuteEnd(now) + minuteEndDelayMs);
    },
    // The minutes of a gap that have ended are requested at once; the one in which it ends was seen
    // only in part, and is requested when it has ended.
    markGap: (symbols: readonly string[], from: number, to: number | null): void => {
      for (const symbol of symbols) pipeline.markGap(symbol, from, to);
      if (to === null) return;
      const last = startOfMinute(to);
      if (from < last) requestAll(symbols, from, to);
      requestAll(symbols, Math.max(from, last), minuteEnd(to) + minuteEndDelayMs);
    },
  };
}
