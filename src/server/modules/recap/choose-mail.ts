import { apiError } from '#server/http/api-error.ts';
import type { UnsubscribeTokens } from '#server/crypto/unsubscribe-token.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Mailing } from './recap.repository.ts';

export type MailChoice = ReturnType<typeof createMailChoice>;

interface MailChoiceDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly mailing: Mailing;
  readonly tokens: UnsubscribeTokens;
}

/** Whether a user gets a mail that has to be asked for: off until turned on. */
export const createMailChoice = ({ db, mailing, clock, tokens }: MailChoiceDependencies) => ({
  read: (userId: string): Promise<boolean> => mailing.hasSubscription(db, userId),
  choose: (userId: string, isOn: boolean): Promise<void> =>
    isOn ? mailing.insertSubscription(db, userId, new Date(clock.now())) : mailing.deleteSubscription(db, userId),
  /** By the token of a mail, without a sign-in; again: the same. */
  unsubscribe: async (token: string): Promise<void> => {
    const userId = tokens.read(token);
    if (userId === null) throw apiError('link_invalid');
    await mailing.deleteSubscription(db, userId);
  },
});
