import type { BrokerSide } from '#server/integrations/broker/broker.ts';

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
