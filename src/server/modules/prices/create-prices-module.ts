import {
  isMarketOpen,
  type TradingHours,
  type MarketState,
  marketState,
  nextHolidays,
} from '#domain/market/trading-hours.ts';
import { limits } from '#domain/signals/limits.ts';
import type { Config } from '#server/config.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { getDelay, type MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsApi, ModelCatalogue } from '#server/modules/signals/signals.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { PricesApi, ReadWorkingStats } from './prices.api.ts';
import { pricesRoutes, toPriceDto } from './prices.routes.ts';
import type { Closure } from '#domain/market/forex-holidays.ts';
import { toInstant } from '#contract/wire.ts';
import { type MarketClock, minuteMs } from '#domain/time.ts';

interface PricesModuleDependencies {
  readonly config: Pick<Config, 'tradingHours'>;
  readonly platform: Platform;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly signals: Pick<SignalsApi, 'catalogue'>;
}

/** Prices, bars and the state of the market. */
export function createPricesModule({
  config,
  platform,
  accounts,
  traders,
  signals,
}: PricesModuleDependencies): ServerModule<PricesApi> {
  const { market, marketClock: clock } = platform;
  const { signedIn } = accounts;
  const { requireSignalAccess } = traders;
  const { catalogue } = signals;
  const hours = config.tradingHours;
  const readWorkingStats = createReadWorkingStats({ market, catalogue, hours, clock });
  const publisher = createMarketPublisher(platform, readWorkingStats);
  return {
    routes: [pricesRoutes({ market, clock, hours, signedIn, requireSignalAccess, readWorkingStats })],
    api: {
      readWorkingStats,
      onPrice: (listener) => market.onTick((tick) => listener(toPriceDto(tick))),
    },
    components: [
      { name: 'market publisher', duty: 'lead', phase: 'after engine', start: publisher.start, stop: publisher.stop },
    ],
    readiness: [createFeedReadiness(platform, hours)],
  };
}

/** The feed must be connected; the age of its prices counts only while the market is open. */
const createFeedReadiness = ({ market, marketClock }: Platform, hours: TradingHours): ReadinessCheck => ({
  name: 'feed',
  check: async () => {
    if (!market.feedState().connected) return 'down';
    const now = marketClock.now();
    if (!isMarketOpen(hours, now)) return 'ok';
    const delay = getDelay(market, now);
    return delay !== null && delay <= limits.priceMaxAgeMs ? 'ok' : 'degraded';
  },
});

const periodMs = 5_000;

/** Publishes market openings and closings to every stream. */
function createMarketPublisher({ bus, scheduler, log }: Platform, readWorkingStats: ReadWorkingStats): Repeating {
  let wasOpen: boolean | null = null;
  const poll = (): void => {
    const { open, nextOpen, nextClose } = readWorkingStats();
    if (wasOpen !== null && wasOpen !== open)
      bus.publish({ name: 'market', data: { open, nextOpen, nextClose }, userId: null, id: null });
    wasOpen = open;
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'the trading hours could not be read');
  return repeat({ everyMs: periodMs, task: poll, onError, after: scheduler.after });
}

interface ReadWorkingStatsDependencies {
  readonly market: MarketView;
  readonly catalogue: ModelCatalogue;
  readonly hours: TradingHours;
  readonly clock: MarketClock;
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const shownHolidays = 2;

const toClosureDto = ({ from, to }: Closure) => ({ from: toInstant(from), to: toInstant(to) });

const createReadWorkingStats = ({
  market,
  catalogue,
  hours,
  clock,
}: ReadWorkingStatsDependencies): ReadWorkingStats => {
  const getState = perMinute((now) => marketState(hours, now));
  return () => {
    const now = clock.now();
    const { open, nextOpen, nextClose } = getState(now);
    return {
      open,
      days: [...(hours.window?.days ?? everyDay)],
      from: timeOfDay(hours.window?.fromMinute ?? 0),
      to: timeOfDay(hours.window?.toMinute ?? 1440),
      timezone: hours.window?.timezone ?? 'UTC',
      now: toInstant(now),
      nextOpen: nextOpen === null ? null : toInstant(nextOpen),
      nextClose: nextClose === null ? null : toInstant(nextClose),
      holidays: nextHolidays(hours, now, shownHolidays).map(toClosureDto),
      feed: { kind: market.feed.kind, live: market.feed.isLive, delayMs: getDelay(market, now) },
      models: [...catalogue.entries()],
    };
  };
};

/** The next opening is searched minute by minute over two weeks, so once a minute is enough. */
function perMinute(read: (now: number) => MarketState): (now: number) => MarketState {
  let known: { minute: number; state: MarketState } | null = null;
  return (now) => {
    const minute = Math.floor(now / minuteMs);
    if (known?.minute !== minute) known = { minute, state: read(now) };
    return known.state;
  };
}

const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
