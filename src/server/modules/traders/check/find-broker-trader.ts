import type { Broker } from '#server/integrations/broker/broker.ts';
import { orBrokerUnavailable } from './or-broker-unavailable.ts';

/** Query for a waiting caller: an unavailable broker is an error with a retry delay. */
export const createFindBrokerTrader =
  (broker: Broker): Broker['findTrader'] =>
  (traderId, options) =>
    orBrokerUnavailable(broker.findTrader(traderId, options));
