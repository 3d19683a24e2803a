import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { deleteSubscription, hasSubscription, insertSubscription } from './recap.repository.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

export interface RecapMailChoice {
  read(userId: string): Promise<boolean>;
  choose(userId: string, isOn: boolean): Promise<void>;
  /** By the token of a mail, without a sign-in; again: the same. */
  unsubscribe(token: string): Promise<void>;
}

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: UnsubscribeTokens;
}

/** Whether a user gets the daily recap by mail: off until turned on. */
export const createRecapMailChoice = ({ db, clock, tokens }: Needs): RecapMailChoice => ({
  read: (userId) => hasSubscription(db, userId),
  choose: (userId, isOn) =>
    isOn ? insertSubscription(db, userId, new Date(clock.now())) : deleteSubscription(db, userId),
  unsubscribe: async (token) => {
    const userId = tokens.read(token);
    if (userId === null) throw apiError('link_invalid');
    await deleteSubscription(db, userId);
  },
});
