import type { FastifyBaseLogger } from 'fastify';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import { estimateCallsMs } from '#domain/market/call-window.ts';
import type { CallLimits, MarketData, PairOffer } from '#server/integrations/market-data/market-data.ts';
import { countSeedCalls } from './bar-backfill.ts';

interface ReportOfferDependencies {
  readonly marketData: Pick<MarketData, 'kind' | 'isLive' | 'callLimits'>;
  /** The pairs of PAIRS. */
  readonly pairs: readonly string[];
  /** To the operator's terminal. */
  readonly print: (line: string) => void;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * Names the pairs that a live feed does not offer, at the start and whenever they have changed:
 * a warning if PAIRS names them.
 */
export function createReportOffer({ marketData, pairs, print, log }: ReportOfferDependencies) {
  const { kind, isLive, callLimits } = marketData;
  const areNamed = pairs.length < currencyPairs.length;
  return ({ offered, notOffered }: PairOffer): void => {
    if (!isLive) return;
    const facts = { feed: kind, offered, notOffered };
    if (areNamed && notOffered.length > 0)
      log.warn(facts, 'pairs of PAIRS are not offered by the feed and are left out; asking again every hour');
    else log.info(facts, 'pairs that the feed offers');
    const minutes = getMinutesToForecasts(callLimits, offered.length);
    const when = `first forecasts in about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
    print(`  Pairs      ${offered.length} of ${pairs.length}: ${listNames(offered)}; ${when}`);
    if (notOffered.length > 0) print(`             not offered, asked for again every hour: ${listNames(notOffered)}`);
  };
}

/** The history of each pair, and the first minute that is seen as a whole. */
const getMinutesToForecasts = (limits: CallLimits | undefined, pairs: number): number =>
  limits
    ? 1 + Math.ceil(estimateCallsMs(limits.windows, 'recent', pairs * countSeedCalls(limits.rowsPerCall)) / minuteMs)
    : 1;

const listNames = (symbols: readonly string[]): string => symbols.map(pairName).join(', ') || 'none';
