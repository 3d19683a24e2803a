import type { EventData } from '#contract/events.ts';
import { type Price, priceEndpoints, type WorkingStats } from '#contract/prices.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import { computeMid, currencyPairs, pairName, priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import {
  type Closure,
  isMarketOpen,
  type MarketState,
  marketState,
  nextHolidays,
} from '#domain/market/trading-hours.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import type { Tick } from '#engine/tick/tick.ts';
import { apiError } from '#server/http/api-error.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import { toGuard } from '#server/http/errors/route-errors.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { getDelay } from '#server/live/market-view.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { SiteApi } from '#server/modules/site/site.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { PricesApi } from './prices.api.ts';

interface Given extends Platform {
  readonly accounts: AccountsApi;
  readonly traders: TradersApi;
  readonly signals: SignalsApi;
  readonly site: SiteApi;
}

const openPrices = (given: Given) => ({
  ...given,
  /** The state in the newest minute that was asked about. */
  cached: null as { readonly minute: number; readonly state: MarketState } | null,
});
type PricesContext = ReturnType<typeof openPrices>;

/** Prices, bars and the state of the market. */
export function pricesModule(given: Given): ServerModule<PricesApi> {
  const ctx = openPrices(given);
  const publisher = publishOpenings(ctx);
  return {
    routes: [pricesRoutes(ctx)],
    api: {
      readMarketEvent: () => readMarketEvent(ctx),
      onPrice: (listener) => ctx.market.onTick((tick) => listener(toPriceDto(tick))),
    },
    components: [
      { name: 'market publisher', duty: 'lead', phase: 'after engine', start: publisher.start, stop: publisher.stop },
    ],
    readiness: [createFeedReadiness(ctx)],
  };
}

const maxBars = 1_440;

function pricesRoutes(ctx: PricesContext) {
  const { market, marketClock: clock } = ctx;
  const known = (symbol: string): string => {
    if (market.feed.symbols.includes(symbol)) return symbol;
    throw apiError('unknown_symbol');
  };
  const signalAccess = toGuard(signalAccessErrors, async (request) => {
    await ctx.traders.requireSignalAccess(getUser(request));
  });
  return serveEndpoints(
    priceEndpoints,
    { ...ctx.accounts.guards, signalAccess },
    {
      'GET /python_api/price/:symbol': ({ params }) => {
        const tick = market.lastTick(known(params.symbol));
        if (!tick || clock.now() - tick.time > signalLimits.priceMaxAgeMs)
          throw apiError('feed_stale', { retryAfterS: 5 });
        return toPriceDto(tick);
      },
      'GET /python_api/symbols': () => {
        const isOpen = isMarketOpen(ctx.config.tradingHours, clock.now());
        const { symbols, notOffered } = market.feed;
        return currencyPairs.flatMap((pair) => {
          const isOffered = symbols.includes(pair.symbol);
          const isKnown = isOffered || notOffered?.includes(pair.symbol);
          return isKnown ? [{ ...pair, name: pairName(pair.symbol), isOpen: isOffered && isOpen, isOffered }] : [];
        });
      },
      'GET /python_api/bars/:symbol': ({ params, query: { from, to } }) => {
        const start = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
        const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
        const bars = market.bars(known(params.symbol), start, end).slice(-maxBars);
        return bars.map((bar) => ({ ...bar, time: toInstant(bar.time) }));
      },
      'GET /api/signal/workingStats': () => readWorkingStats(ctx),
    },
  );
}

function toPriceDto({ symbol, time, bid, ask }: Tick): Price {
  const digits = priceDigits(symbol);
  return {
    symbol,
    price: roundPrice(computeMid(bid, ask), digits),
    bid: roundPrice(bid, digits),
    ask: roundPrice(ask, digits),
    time: toInstant(time),
  };
}

/** The feed must be connected; the age of its prices counts only while the market is open. */
const createFeedReadiness = ({ market, marketClock, config }: PricesContext): ReadinessCheck => ({
  name: 'feed',
  check: async () => {
    if (!market.feedState().connected) return 'down';
    const now = marketClock.now();
    if (!isMarketOpen(config.tradingHours, now)) return 'ok';
    const delay = getDelay(market, now);
    return delay !== null && delay <= signalLimits.priceMaxAgeMs ? 'ok' : 'degraded';
  },
});

const periodMs = 5_000;

/** Publishes to every stream when the market opens and closes, and when maintenance begins and ends. */
function publishOpenings(ctx: PricesContext): Repeating {
  let known: EventData<'market'> | null = null;
  const task = (): void => {
    const data = readMarketEvent(ctx);
    if (known && (known.open !== data.open || known.maintenance !== data.maintenance))
      ctx.bus.publish({ name: 'market', data, userId: null, id: null });
    known = data;
  };
  const onError = (error: unknown): void => ctx.log.error({ err: error }, 'the trading hours could not be read');
  return repeat({ everyMs: periodMs, task, onError, after: ctx.scheduler.after });
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const shownHolidays = 2;

const toClosureDto = ({ from, to }: Closure) => ({ from: toInstant(from), to: toInstant(to) });

function readWorkingStats(ctx: PricesContext): WorkingStats {
  const { market, signals, site } = ctx;
  const hours = ctx.config.tradingHours;
  const now = ctx.marketClock.now();
  return {
    ...readMarketState(ctx),
    days: [...(hours.window?.days ?? everyDay)],
    from: timeOfDay(hours.window?.fromMinute ?? 0),
    to: timeOfDay(hours.window?.toMinute ?? 1440),
    timezone: hours.window?.timezone ?? 'UTC',
    now: toInstant(now),
    holidays: nextHolidays(hours, now, shownHolidays).map(toClosureDto),
    feed: { kind: market.feed.kind, live: market.feed.isLive, delayMs: getDelay(market, now) },
    models: [...signals.listModels()],
    notice: site.notice(),
  };
}

const readMarketEvent = (ctx: PricesContext): EventData<'market'> => ({
  ...readMarketState(ctx),
  maintenance: ctx.site.maintenance() !== null,
});

/** The next opening is searched minute by minute over two weeks, so once a minute is enough. */
function readMarketState(ctx: PricesContext) {
  const now = ctx.marketClock.now();
  const minute = Math.floor(now / minuteMs);
  if (ctx.cached?.minute !== minute) ctx.cached = { minute, state: marketState(ctx.config.tradingHours, now) };
  const { open, nextOpen, nextClose } = ctx.cached.state;
  return { open, nextOpen: toInstantOrNull(nextOpen), nextClose: toInstantOrNull(nextClose) };
}

const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
