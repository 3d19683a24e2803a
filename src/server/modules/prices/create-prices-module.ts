import type { Clock } from '#domain/clock.ts';
import type { Config } from '#server/config.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createFeedReadiness } from './feed-readiness.ts';
import type { PricesApi } from './prices.api.ts';
import { pricesRoutes } from './prices.routes.ts';
import { createMarketPublisher } from './publish-market.ts';
import { createReadWorkingStats } from './read-working-stats.ts';
import { toPriceDto } from './to-price-dto.ts';

interface Needs {
  readonly config: Pick<Config, 'tradingHours'>;
  readonly bus: Bus;
  readonly market: MarketView;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly signals: Pick<SignalsApi, 'catalogue'>;
  readonly marketClock: Clock;
  readonly scheduler: Scheduler;
  readonly log: FastifyBaseLogger;
}

/** Prices, bars and the state of the market. */
export function createPricesModule(needs: Needs): ServerModule<PricesApi> {
  const { bus, market, marketClock: clock, log } = needs;
  const { after } = needs.scheduler;
  const { signedIn } = needs.accounts;
  const { requireSignalAccess } = needs.traders;
  const { catalogue } = needs.signals;
  const hours = needs.config.tradingHours;
  const readWorkingStats = createReadWorkingStats({ market, catalogue, hours, clock });
  const publisher = createMarketPublisher({ bus, read: readWorkingStats, after, log });
  return {
    routes: [pricesRoutes({ market, clock, hours, signedIn, requireSignalAccess, readWorkingStats })],
    api: {
      readWorkingStats,
      onPrice: (listener) => market.onTick((tick) => listener(toPriceDto(tick))),
    },
    components: [{ name: 'market publisher', duty: 'lead', start: publisher.start, stop: publisher.stop }],
    readiness: [createFeedReadiness({ market, hours, clock })],
  };
}
