import { createHash, timingSafeEqual } from 'node:crypto';
import { apiError } from '#server/http/api-error.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import { updateOpenedTrader } from '../traders.repository.ts';
import type { TraderParts } from '../trader-parts.ts';

/**
 * The broker's server reports an account that was opened through the link of one of our users: it
 * is that user's own. Only the broker knows the key.
 */
type RecordRegistration = (report: {
  readonly key: string;
  readonly traderId: string;
  readonly state: string;
}) => Promise<void>;

export const createRecordRegistration =
  ({ db, linkStates, invalidateUser }: TraderParts, postbackKey: BrokerSide['postbackKey']): RecordRegistration =>
  async ({ key, traderId, state }) => {
    if (postbackKey === null || !isSame(key, postbackKey)) throw apiError('forbidden');
    const userId = linkStates.read(state);
    // Somebody else's link, or an expired one: repeating the report would not change that.
    if (userId === null) return;
    await updateOpenedTrader(db, userId, traderId);
    invalidateUser(userId);
  };

const isSame = (a: string, b: string): boolean => timingSafeEqual(computeDigest(a), computeDigest(b));

const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();
