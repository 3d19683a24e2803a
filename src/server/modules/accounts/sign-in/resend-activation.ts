import type { ActivationState } from '#contract/accounts.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import { accountLimits } from '../account-limits.ts';
import { findUser, lockUser } from '../accounts.repository.ts';
import type { AccountParts } from '../account-parts.ts';

const { resends, resendsOfHour } = accountLimits;

export function createResendActivation(
  { db, attempts, mailLink }: AccountParts,
  { findNewestMail, hasMailbox }: Pick<MailApi, 'findNewestMail' | 'hasMailbox'>,
) {
  /**
   * Rejects with the same number of seconds as the screen shows. The minute limit is checked first,
   * so that an impatient click does not use up the hourly limit.
   */
  const take = async (userId: string): Promise<void> => {
    const retryAfterS = await secondsLeft(userId);
    if (retryAfterS > 0) throw apiError('rate_limited', { retryAfterS });
    await attempts.take('resend', userId, resends);
    await attempts.take('resend-hour', userId, resendsOfHour);
  };
  const secondsLeft = async (userId: string): Promise<number> =>
    Math.max(
      await attempts.secondsLeft('resend', userId, resends),
      await attempts.secondsLeft('resend-hour', userId, resendsOfHour),
    );
  const getUser = async (userId: string) => {
    const user = await findUser(db, userId);
    if (!user) throw apiError('unauthenticated');
    return user;
  };

  return {
    /** Returns the seconds until the next mail may be requested. */
    resend: async (userId: string, lang: Language): Promise<number> => {
      if ((await getUser(userId)).isActivated) throw apiError('already_activated');
      await take(userId);
      await inTransaction(db, async ({ tx }) => {
        const user = await lockUser(tx, userId);
        if (user.isActivated) throw apiError('already_activated');
        await mailLink(tx, user, 'activation', lang);
      });
      return secondsLeft(userId);
    },
    read: async (userId: string): Promise<ActivationState> => {
      const { email, isActivated } = await getUser(userId);
      const mail = await findNewestMail(db, userId, 'activation');
      return {
        email,
        isActivated,
        retryAfter: isActivated ? 0 : await secondsLeft(userId),
        mail: mail && {
          status: mail.status,
          queuedAt: toInstant(mail.queuedAt.getTime()),
          nextAttemptAt: toInstantOrNull(mail.nextAttemptAt),
        },
        hasMailbox,
      };
    },
  };
}
