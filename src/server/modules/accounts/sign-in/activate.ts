import type { RequiredPassword, ActivationState } from '#contract/accounts.ts';
import { type Transaction, inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { type FoundLink, findLinkForUpdate, type LinkRow, markLinkUsed } from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import {
  lockUser,
  markActivated,
  markPasswordProven,
  type UserRow,
  voidPassword,
  findUser,
} from '../accounts.repository.ts';
import { endConnections } from '../sessions/end-connections.ts';
import { hashOfLink, isLinkOpen } from './mail-links.ts';
import type { AccountParts } from '../account-parts.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';

/** Who opened the link of the activation mail. */
export interface Opener {
  readonly address: string;
  /** The users of the login sessions that the request presents. */
  readonly userIds: readonly string[];
  readonly isBrowser: boolean;
}

/**
 * Activates by the link of the activation mail. A used link succeeds again.
 *
 * The person who typed the address at registration need not be its owner, who opens the link in a
 * browser: without a login session of the account there, the password typed is void, login sessions
 * and connections end, and a new password is required.
 */
export const createActivate = ({ db, clock, attempts, sessions, createLink }: AccountParts) => {
  /** Its lock order: user, login sessions, connections, links. */
  const activate = async (work: UnitOfWork, { user, link }: FoundLink, opener: Opener, now: Date): Promise<void> => {
    const { tx } = work;
    await markActivated(tx, user.id, now);
    if (opener.userIds.includes(user.id)) await markPasswordProven(tx, user.id, now);
    else if (opener.isBrowser && user.passwordProvenAt === null) {
      await voidPassword(tx, user.id);
      await sessions.endAll(work, user.id);
      await endConnections(tx, user.id, now);
    }
    await markLinkUsed(tx, link.tokenHash, now);
  };

  /** While nobody has set a password; afterwards a used link that leaks is worth nothing. */
  const requirePassword = async (tx: Transaction, { id }: UserRow, link: LinkRow, now: Date) => {
    const user = await lockUser(tx, id);
    const isCurrent = link.supersededAt === null && link.expiresAt > now;
    if (user.passwordHash !== null || !isCurrent) return null;
    return { email: user.email, resetLink: await createLink(tx, user, 'reset') };
  };

  return async (link: string, opener: Opener): Promise<RequiredPassword | null> => {
    await attempts.take('link', opener.address, accountLimits.links);
    const opened = await inTransaction(db, async (work) => {
      const now = new Date(clock.now());
      const found = await findLinkForUpdate(work.tx, hashOfLink(link), 'activation');
      if (!found) return null;
      if (isLinkOpen(found, now)) await activate(work, found, opener, now);
      else if (!isUsed(found)) return null;
      const required = opener.isBrowser ? await requirePassword(work.tx, found.user, found.link, now) : null;
      return { userId: found.user.id, required };
    });
    if (!opened) throw apiError('link_invalid');
    sessions.invalidateUser(opened.userId);
    return opened.required;
  };
};

const isUsed = ({ link, user }: FoundLink): boolean => link.usedAt !== null && link.email === user.email;

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
