import type { Config } from '#server/config.ts';
import type { Semaphores } from '#server/integrations/semaphores/semaphores.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { PricesApi } from '#server/modules/prices/prices.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { EventHub } from './event-hub.ts';
import type { OutboxAnswer, OutboxQuestion } from './user-events.repository.ts';

/** The streams of prices, signals and results. */
export interface EventsContext extends Platform {
  readonly config: Config;
  readonly semaphores: Semaphores;
  readonly accounts: AccountsApi;
  readonly traders: TradersApi;
  readonly prices: PricesApi;
  readonly hub: EventHub;
  readonly readOutbox: (question: OutboxQuestion) => Promise<OutboxAnswer>;
}
