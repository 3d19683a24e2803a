import { apiError } from '#server/http/api-error.ts';
import { type Broker, BrokerUnavailable } from '#server/integrations/broker/broker.ts';

/** Query for a waiting caller: an unavailable broker is an error with a retry delay. */
export const createFindBrokerTrader =
  (broker: Broker): Broker['findTrader'] =>
  (traderId, options) =>
    orBrokerUnavailable(broker.findTrader(traderId, options));

/** The broker's answer, or the error of the API that names when to retry. */
export async function orBrokerUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    throw apiError('broker_unavailable', { retryAfterS: error.retryAfterS, cause: error });
  }
}
