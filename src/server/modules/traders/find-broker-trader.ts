import { apiError } from '#server/http/api-error.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';

/** Asks for somebody who waits for the answer: a broker that cannot be asked is a refusal with a time to come back. */
export const createFindBrokerTrader =
  (broker: Broker): Broker['findTrader'] =>
  async (traderId, options) => {
    try {
      return await broker.findTrader(traderId, options);
    } catch (error) {
      if (!(error instanceof BrokerUnavailable)) throw error;
      throw apiError('broker_unavailable', { retryAfterS: error.retryAfterS, cause: error });
    }
  };
