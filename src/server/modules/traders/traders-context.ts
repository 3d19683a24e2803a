import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';

/** The broker side: trader claims, checks and access to signals. */
export interface TradersContext extends Platform, BrokerSide {
  readonly accounts: AccountsApi;
  readonly mail: MailApi;
}
