import { apiError } from '#server/http/api-error.ts';
import { BrokerUnavailable } from '#server/integrations/broker/broker.ts';

/** The broker's answer for a waiting caller, or the error of the API that names when to retry. */
export async function orBrokerUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    throw apiError('broker_unavailable', { retryAfterS: error.retryAfterS, cause: error });
  }
}
