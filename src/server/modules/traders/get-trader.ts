import { hourMs } from '#domain/time.ts';
import { apiError } from '#server/http/api-error.ts';
import { type Broker, BrokerUnavailable, NotStated, type TraderAccount } from '#server/integrations/broker/broker.ts';
import type { TradersContext } from './traders-context.ts';

/** Broker queries of a user: enough for normal use, too few to probe other traders' ids. */
const queryLimit = { max: 10, windowMs: hourMs };

export const countBrokerQuery = ({ attempts }: TradersContext, userId: string): Promise<void> =>
  attempts.take('trader-check', userId, queryLimit);

/** Throws `trader_not_found` for one that did not register through our link, and `broker_unavailable`. */
export async function getTrader(
  { broker }: { readonly broker: Broker },
  ...query: Parameters<Broker['findTrader']>
): Promise<TraderAccount> {
  const account = await orBrokerUnavailable(broker.findTrader(...query));
  if (!account) throw apiError('trader_not_found');
  return account;
}

/** The broker's answer for a waiting caller, or the error of the API that names when to retry. */
export async function orBrokerUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    const { retryAfterS } = error;
    const phrase = error instanceof NotStated ? 'id_not_stated' : 'broker_unavailable';
    throw apiError('broker_unavailable', { retryAfterS, phrase, cause: error });
  }
}
