import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { signalPaths } from '#contract/paths.ts';
import { BarsQuery, Price, SymbolInfo, WireBar, WorkingStats } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import type { MarketClock } from '#domain/time.ts';
import { currencyPairs, pairName, priceDigits, computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { limits } from '#domain/signals/limits.ts';
import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { apiError } from '#server/http/api-error.ts';
import { type Guard, createGuard } from '#server/http/errors/route-errors.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { RequireSignalAccess } from '#server/modules/traders/traders.api.ts';
import { getUser } from '#server/modules/accounts/accounts.api.ts';
import type { ReadWorkingStats } from './prices.api.ts';

interface PricesRoutesDependencies {
  readonly market: MarketView;
  readonly clock: MarketClock;
  readonly hours: TradingHours;
  readonly signedIn: Guard;
  readonly requireSignalAccess: RequireSignalAccess;
  readonly readWorkingStats: ReadWorkingStats;
}

const maxBars = 1_440;

export const pricesRoutes =
  ({
    market,
    clock,
    hours,
    signedIn,
    requireSignalAccess,
    readWorkingStats,
  }: PricesRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const accessOnly = createGuard(signalAccessErrors, async (request) => {
      await requireSignalAccess(getUser(request));
    });
    const withAccess = [signedIn, accessOnly];

    const known = (symbol: string): string => {
      if (market.feed.symbols.includes(symbol)) return symbol;
      throw apiError('unknown_symbol');
    };

    app.get(
      signalPaths.price,
      {
        schema: { params: z.object({ symbol: z.string() }), response: { 200: Price } },
        config: { errors: ['unknown_symbol', 'feed_stale'] },
        preValidation: withAccess,
      },
      async (request) => {
        const tick = market.lastTick(known(request.params.symbol));
        if (!tick || clock.now() - tick.time > limits.priceMaxAgeMs) throw apiError('feed_stale', { retryAfterS: 5 });
        return toPriceDto(tick);
      },
    );

    app.get(
      signalPaths.symbols,
      { schema: { response: { 200: z.array(SymbolInfo) } }, preValidation: withAccess },
      async () => {
        const isOpen = isMarketOpen(hours, clock.now());
        const { symbols, notOffered } = market.feed;
        return currencyPairs.flatMap((pair) => {
          const isOffered = symbols.includes(pair.symbol);
          const isKnown = isOffered || notOffered?.includes(pair.symbol);
          return isKnown ? [{ ...pair, name: pairName(pair.symbol), isOpen: isOffered && isOpen, isOffered }] : [];
        });
      },
    );

    app.get(
      signalPaths.bars,
      {
        schema: {
          params: z.object({ symbol: z.string() }),
          querystring: BarsQuery,
          response: { 200: z.array(WireBar) },
        },
        config: { errors: ['unknown_symbol'] },
        preValidation: withAccess,
      },
      async (request) => {
        const { from, to } = request.query;
        const start = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
        const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
        const bars = market.bars(known(request.params.symbol), start, end).slice(-maxBars);
        return bars.map((bar) => ({ ...bar, time: toInstant(bar.time) }));
      },
    );

    app.get(signalPaths.workingStats, { schema: { response: { 200: WorkingStats } } }, async () => readWorkingStats());
  };

export function toPriceDto({ symbol, time, bid, ask }: Tick): Price {
  const digits = priceDigits(symbol);
  return {
    symbol,
    price: roundPrice(computeMid(bid, ask), digits),
    bid: roundPrice(bid, digits),
    ask: roundPrice(ask, digits),
    time: toInstant(time),
  };
}
