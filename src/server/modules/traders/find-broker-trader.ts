import { apiError } from '#server/http/api-error.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';

/** Query for a waiting caller: an unavailable broker is an error with a retry delay. */
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
