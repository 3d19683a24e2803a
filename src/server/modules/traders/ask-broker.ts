import { problem } from '#server/http/problem.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';

/** Asks for somebody who waits for the answer: a broker that cannot be asked is a refusal with a time to come back. */
export const createAskBroker =
  (broker: Broker): Broker['findTrader'] =>
  async (traderId, options) => {
    try {
      return await broker.findTrader(traderId, options);
    } catch (fault) {
      if (!(fault instanceof BrokerUnavailable)) throw fault;
      throw problem('broker_unavailable', { retryAfterS: fault.retryAfterS, cause: fault });
    }
  };
