import type { Config } from '#server/config.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import type { Semaphores } from '#server/integrations/semaphores/semaphores.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { PricesApi } from '#server/modules/prices/prices.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createEventHub } from './event-hub.ts';
import { type OutboxQuestion, readOutbox } from './user-events.repository.ts';

interface Given extends Platform {
  readonly semaphores: Semaphores;
  readonly accounts: AccountsApi;
  readonly traders: TradersApi;
  readonly prices: PricesApi;
}

export const openEvents = (given: Given) => ({
  ...given,
  hub: createEventHub(given, pricePeriodMs(given.config)),
  /** One reading at a time for all streams that open meanwhile: thousands return after a restart. */
  readOutbox: groupCalls({ call: (group: readonly OutboxQuestion[]) => readOutbox(given.db, group) }),
});
export type EventsContext = ReturnType<typeof openEvents>;

/**
 * Screens show one price per second and pair; a faster replay gets a proportionally shorter period.
 */
const pricePeriodMs = ({ feed }: Config): number => Math.min(1_000, Math.max(100, 1_000 / getMarketSpeed(feed)));
