import type { FastifyBaseLogger } from 'fastify';
import { type MarketClock, minuteMs } from '#domain/time.ts';
import type { Pipeline } from '#engine/pipeline.ts';
import type { MarketData } from '#server/integrations/market-data/market-data.ts';
import { getErrorMessage } from '#domain/caught-error.ts';

interface BarBackfillDependencies {
  readonly marketData: Pick<MarketData, 'symbols' | 'offer' | 'backfill'>;
  readonly pipeline: Pick<Pipeline, 'fill' | 'markGap' | 'closeMinutes'>;
  readonly clock: MarketClock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Bars of this pair from `from` on, requested when market time is at or after `due`. */
interface BarRequest {
  readonly symbol: string;
  readonly from: number;
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

const minuteEnd = (time: number): number => (Math.floor(time / minuteMs) + 1) * minuteMs;

/**
 * Requests the bars that were not seen live from the feed: history at the start, the first minute,
 * gaps. Retries until it gets them.
 */
export function createBarBackfill({ marketData, pipeline, clock, log }: BarBackfillDependencies) {
  let requests: BarRequest[] = [];
  /** Null: every pair has been requested, because the feed has not said which it offers. */
  let offeredBefore: ReadonlySet<string> | null = null;
  const isOffered = (symbol: string): boolean => marketData.offer()?.offered.includes(symbol) ?? true;

  /** Null, or why there is nothing yet; then it is retried. */
  const fetchBars = async (request: BarRequest): Promise<string | null> => {
    const { symbol, from, failures } = request;
    const now = clock.now();
    try {
      const count = Math.min(maxBars, Math.ceil((now - from) / minuteMs) + 1);
      const bars = await marketData.backfill(symbol, now, count);
      pipeline.fill(symbol, bars);
      return null;
    } catch (error) {
      if (!isOffered(symbol)) return null;
      requests.push({ ...request, due: now + Math.min(maxRetryMs, retryMs * 2 ** failures), failures: failures + 1 });
      return getErrorMessage(error);
    }
  };

  const poll = async (): Promise<void> => {
    const now = clock.now();
    const dueNow = requests.filter((request) => request.due <= now);
    if (dueNow.length === 0) return;
    requests = requests.filter((request) => request.due > now);
    const due = dueNow.filter(({ symbol }) => isOffered(symbol));
    const errors = (await Promise.all(due.map(fetchBars))).filter((error) => error !== null);
    // A feed that is down fails for every pair alike, so one line is logged.
    if (errors.length > 0)
      log.warn({ pairs: errors.length, reasons: [...new Set(errors)] }, 'bar back-fill failed; retrying');
  };

  const requestAll = (symbols: readonly string[], from: number, due: number): void => {
    requests.push(...symbols.map((symbol) => ({ symbol, from, due, failures: 0 })));
  };

  return {
    /** Requests what is due; called several times a second. */
    poll,
    /** Requests the history before now for every pair. */
    seed: (): Promise<void> => {
      const now = clock.now();
      requestAll(marketData.symbols, now - seedBars * minuteMs, now);
      return poll();
    },
    /** Requests the history of those that were not offered until now. */
    addPairs: (offered: readonly string[]): void => {
      const now = clock.now();
      const before = offeredBefore;
      if (before)
        requestAll(
          offered.filter((symbol) => !before.has(symbol)),
          now - seedBars * minuteMs,
          now,
        );
      offeredBefore = new Set(offered);
    },
    /**
     * The minute of the start is seen only in part, so no bar of ours covers it; it is requested when
     * it has ended.
     */
    leaveOutFirstMinute: (): void => {
      const now = clock.now();
      pipeline.closeMinutes(minuteEnd(now));
      requestAll(marketData.symbols, now, minuteEnd(now) + minuteEndDelayMs);
    },
    // The minute in which a gap ends was seen only in part: its bar and those before it are
    // requested when it has ended.
    markGap: (symbols: readonly string[], from: number, to: number | null): void => {
      for (const symbol of symbols) pipeline.markGap(symbol, from, to);
      if (to !== null) requestAll(symbols, from, minuteEnd(to) + minuteEndDelayMs);
    },
  };
}
