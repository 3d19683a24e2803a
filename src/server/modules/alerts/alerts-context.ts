import type { DeliveriesApi } from '#server/deliveries/deliveries-context.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { SiteApi } from '#server/modules/site/site.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';

export interface AlertsContext extends Platform {
  readonly accounts: AccountsApi;
  readonly traders: TradersApi;
  readonly dayStop: DayStopApi;
  readonly payouts: PayoutsApi;
  readonly signals: SignalsApi;
  readonly site: SiteApi;
  readonly deliveries: DeliveriesApi;
  /** Without a bot of the operator nobody can choose Telegram. */
  readonly hasBot: boolean;
  /** Whether a push endpoint may have this address. */
  readonly isPushAllowed: (url: string) => boolean;
}
