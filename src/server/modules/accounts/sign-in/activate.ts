import type { ActivationState, LinkedRegistration } from '#contract/accounts.ts';
import { inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import {
  type FoundLink,
  findLink,
  findLinkForUpdate,
  markLinkUsed,
  supersedeLinks,
} from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import {
  findFirstUserAgent,
  lockUser,
  markActivated,
  markPasswordProven,
  voidPassword,
  findUser,
} from '../accounts.repository.ts';
import { endConnections } from '../sessions/end-connections.ts';
import { findDevice } from '../sessions/find-device.ts';
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
}

/**
 * The link of the activation mail. Anyone can register with another's address, so its owner, who
 * alone reads the mail, sees where and when that was done, and answers whether it was them. Neither
 * answer signs anybody in.
 */
export const createActivate = ({ db, clock, attempts, sessions, mailLink }: AccountParts) => {
  const getNow = (): Date => new Date(clock.now());

  /** A used link succeeds again. A yes from a browser without the login session proves no password. */
  const activate = async ({ tx }: UnitOfWork, found: FoundLink, { userIds }: Opener): Promise<boolean> => {
    const { user, link } = found;
    const now = getNow();
    if (!isLinkOpen(found, now)) return isUsed(found);
    await markActivated(tx, user.id, now);
    if (userIds.includes(user.id)) await markPasswordProven(tx, user.id, now);
    await markLinkUsed(tx, link.tokenHash, now);
    return true;
  };

  /** Its lock order: user, login sessions, connections, links. Repeated, it mails nothing more. */
  const reject = async (work: UnitOfWork, found: FoundLink): Promise<boolean> => {
    const { user } = found;
    const now = getNow();
    if (user.isActivated) return false;
    if (user.passwordHash === null) return true;
    if (!isLinkOpen(found, now)) return false;
    await voidPassword(work.tx, user.id);
    await sessions.endAll(work, user.id);
    await endConnections(work.tx, user.id, now);
    await supersedeLinks(work.tx, user.id, 'activation', now);
    await mailLink(work.tx, user, 'reset', user.lang);
    return true;
  };

  return {
    /** Where and when the account was registered. Does not consume the link. */
    findRegistration: async (link: string, address: string): Promise<LinkedRegistration> => {
      await attempts.take('link', address, accountLimits.links);
      const found = await findLink(db, hashOfLink(link), 'activation');
      if (!found || !(isLinkOpen(found, getNow()) || isUsed(found))) throw apiError('link_invalid');
      const { id, email, createdAt, isActivated } = found.user;
      const device = findDevice((await findFirstUserAgent(db, id)) ?? '');
      return { email, ...device, registeredAt: toInstant(createdAt.getTime()), isActivated };
    },
    /** `isMine`: the reader says that they registered. */
    answer: async (link: string, isMine: boolean, opener: Opener): Promise<void> => {
      await attempts.take('link', opener.address, accountLimits.links);
      const userId = await inTransaction(db, async (work) => {
        const found = await findLinkForUpdate(work.tx, hashOfLink(link), 'activation');
        const isDone = found && (await (isMine ? activate(work, found, opener) : reject(work, found)));
        return isDone ? found.user.id : null;
      });
      if (userId === null) throw apiError('link_invalid');
      sessions.invalidateUser(userId);
    },
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
