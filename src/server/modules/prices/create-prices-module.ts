import { isMarketOpen, type TradingHours } from '#domain/market/trading-hours.ts';
import { limits } from '#domain/signals/limits.ts';
import type { Config } from '#server/config.ts';
import type { ReadinessCheck } from '#server/http/check-readiness.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { getDelay } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { PricesApi, ReadWorkingStats } from './prices.api.ts';
import { pricesRoutes, toPriceDto } from './prices.routes.ts';
import { createReadWorkingStats } from './read-working-stats.ts';

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
