import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { TradersContext } from '#server/modules/traders/traders-context.ts';
import type { Platform } from '#server/start/platform.ts';
import { fakeMail } from '../test-people.ts';

/** A broker that knows no trader and states no payouts. */
export const aBrokerSide = (change: Partial<BrokerSide> = {}): BrokerSide => ({
  broker: { findTrader: async () => null, state: () => 'ok' },
  readPayouts: async () => new Map(),
  hasPlayMoney: true,
  postbackKey: null,
  brokerLinks: async () => ({
    kind: 'pocket',
    broker: 'Pocket',
    ownership: 'by_link',
    register: 'https://b.example/r',
    deposit: 'https://b.example/',
  }),
  seedTraders: { findTrader: async () => null },
  sandbox: { name: 'none', start: () => undefined, stop: () => undefined },
  ...change,
});

/** The context of the traders module with such a broker. */
export const aTradersContext = (platform: Platform, accounts: AccountsApi): TradersContext => ({
  ...platform,
  ...aBrokerSide(),
  accounts,
  mail: fakeMail(),
});
