import { inTransaction } from '#server/database/connection.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { TraderAccount, BrokerSide } from '#server/integrations/broker/broker.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { ConfirmTrader } from './confirm-trader.ts';
import { orBrokerUnavailable } from './get-trader.ts';
import { endRunningCheck, updateOpenedTrader } from '../traders.repository.ts';
import type { TraderParts } from '../trader-parts.ts';
import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The user claims a trader id; the broker confirms that it exists and was registered through our
 * referral link.
 */
export function createClaimTrader(needs: TraderParts, confirmTrader: ConfirmTrader) {
  const { db, checks } = needs;
  /**
   * When the broker is unavailable, the claim continues in the background and the user may leave
   * the page.
   */
  const continueInBackground = (userId: string, traderId: string) =>
    inTransaction(db, ({ tx }) => checks.begin(tx, { userId, kind: 'claim', traderId }));

  const findAtBroker = async (user: User, traderId: string) => {
    try {
      return await orBrokerUnavailable(needs.broker.findTrader(traderId));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'broker_unavailable')
        await continueInBackground(user.id, traderId);
      throw error;
    }
  };

  /** Stores a rejected claim, so that its claimant gets a mail if the id is released. */
  const confirm = async (userId: string, account: TraderAccount): Promise<User> => {
    try {
      return await confirmTrader(userId, account);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'trader_taken')
        await inTransaction(db, ({ tx }) => checks.addTaken(tx, { userId, traderId: account.id }));
      throw error;
    }
  };

  return async (user: User, traderId: string): Promise<User> => {
    if (!user.isActivated) throw apiError('email_not_activated');
    if (user.referralId === traderId) return user;
    if (user.referralId !== null) throw apiError('already_confirmed');
    await needs.countCheck(user.id);
    const account = await findAtBroker(user, traderId);
    if (account) return confirm(user.id, account);
    await endRunningCheck(db, user.id, { state: 'not_found', answeredAt: new Date(needs.clock.now()) });
    throw apiError('trader_not_found');
  };
}

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
