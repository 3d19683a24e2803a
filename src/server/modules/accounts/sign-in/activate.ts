import type { ActivationState, LinkedRegistration } from '#contract/accounts.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { findDevice } from '#domain/accounts/find-device.ts';
import type { Language } from '#domain/language.ts';
import { inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { apiError } from '#server/http/api-error.ts';
import {
  findLink,
  findLinkForUpdate,
  type FoundLink,
  markLinkUsed,
  supersedeLinks,
} from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import type { AccountsContext } from '../accounts-context.ts';
import {
  findFirstUserAgent,
  findUser,
  lockUser,
  markActivated,
  markPasswordProven,
  type UserRow,
  voidPassword,
} from '../accounts.repository.ts';
import { endConnections } from '../sessions/end-connections.ts';
import { endSessions, invalidateUser } from '../sessions/sessions.ts';
import { hashOfLink, isLinkOpen, mailLink } from './mail-links.ts';

/** Who opened the link of the activation mail. */
export interface Opener {
  readonly address: string;
  /** The users of the login sessions that the request presents. */
  readonly userIds: readonly string[];
}

/*
 * The link of the activation mail. Anyone can register with another's address, so its owner, who
 * alone reads the mail, sees where and when that was done, and answers whether it was them. Neither
 * answer signs anybody in.
 */

/**
 * The language of the account that an activation link was sent to; null for an unknown link, and
 * while the database is down: the page that the mail leads to reports it and allows a retry. Does
 * not consume the link.
 */
export async function findLinkLanguage({ db }: AccountsContext, link: string): Promise<Language | null> {
  try {
    return (await findLink(db, hashOfLink(link), 'activation'))?.user.lang ?? null;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

/** Where and when the account was registered. Does not consume the link. */
export async function findRegistration(
  { db, clock, attempts }: AccountsContext,
  link: string,
  address: string,
): Promise<LinkedRegistration> {
  await attempts.take('link', address, accountLimits.links);
  const found = await findLink(db, hashOfLink(link), 'activation');
  if (!found || !(isLinkOpen(found, new Date(clock.now())) || isUsed(found))) throw apiError('link_invalid');
  const { id, email, createdAt, isActivated } = found.user;
  const device = findDevice((await findFirstUserAgent(db, id)) ?? '');
  return { email, ...device, registeredAt: toInstant(createdAt.getTime()), isActivated };
}

/** `isMine`: the reader says that they registered. */
export async function answerActivation(
  ctx: AccountsContext,
  link: string,
  isMine: boolean,
  opener: Opener,
): Promise<void> {
  await ctx.attempts.take('link', opener.address, accountLimits.links);
  const userId = await inTransaction(ctx.db, async (work) => {
    const found = await findLinkForUpdate(work.tx, hashOfLink(link), 'activation');
    const isDone = found && (await (isMine ? activate(ctx, work, found, opener) : reject(ctx, work, found)));
    return isDone ? found.user.id : null;
  });
  if (userId === null) throw apiError('link_invalid');
  invalidateUser(ctx, userId);
}

/** A used link succeeds again. A yes from a browser without the login session proves no password. */
async function activate(
  { clock }: AccountsContext,
  { tx }: UnitOfWork,
  found: FoundLink,
  { userIds }: Opener,
): Promise<boolean> {
  const { user, link } = found;
  const now = new Date(clock.now());
  if (!isLinkOpen(found, now)) return isUsed(found);
  await markActivated(tx, user.id, now);
  if (userIds.includes(user.id)) await markPasswordProven(tx, user.id, now);
  await markLinkUsed(tx, link.tokenHash, now);
  return true;
}

/** Its lock order: user, login sessions, connections, links. Repeated, it mails nothing more. */
async function reject(ctx: AccountsContext, work: UnitOfWork, found: FoundLink): Promise<boolean> {
  const { user } = found;
  const now = new Date(ctx.clock.now());
  if (user.isActivated) return false;
  if (user.passwordHash === null) return true;
  if (!isLinkOpen(found, now)) return false;
  await voidPassword(work.tx, user.id);
  await endSessions(ctx, work, user.id);
  await endConnections(work.tx, user.id, now);
  await supersedeLinks(work.tx, user.id, 'activation', now);
  await mailLink(ctx, work.tx, user, 'reset', user.lang);
  return true;
}

const isUsed = ({ link, user }: FoundLink): boolean => link.usedAt !== null && link.email === user.email;

/** Mails the link again. Returns the seconds until the next mail may be requested. */
export async function resendActivation(ctx: AccountsContext, userId: string, lang: Language): Promise<number> {
  if ((await requireUser(ctx, userId)).isActivated) throw apiError('already_activated');
  await takeResend(ctx, userId);
  await inTransaction(ctx.db, async ({ tx }) => {
    const user = await lockUser(tx, userId);
    if (user.isActivated) throw apiError('already_activated');
    await mailLink(ctx, tx, user, 'activation', lang);
  });
  return secondsLeft(ctx, userId);
}

const { resends, resendsOfHour } = accountLimits;

/**
 * Rejects with the same number of seconds as the screen shows. The minute limit is checked first,
 * so that an impatient click does not use up the hourly limit.
 */
async function takeResend(ctx: AccountsContext, userId: string): Promise<void> {
  const retryAfterS = await secondsLeft(ctx, userId);
  if (retryAfterS > 0) throw apiError('rate_limited', { retryAfterS });
  await ctx.attempts.take('resend', userId, resends);
  await ctx.attempts.take('resend-hour', userId, resendsOfHour);
}

const secondsLeft = async ({ attempts }: AccountsContext, userId: string): Promise<number> =>
  Math.max(
    await attempts.secondsLeft('resend', userId, resends),
    await attempts.secondsLeft('resend-hour', userId, resendsOfHour),
  );

export async function readActivation(ctx: AccountsContext, userId: string): Promise<ActivationState> {
  const { email, isActivated } = await requireUser(ctx, userId);
  const mail = await ctx.mail.findNewestMail(ctx.db, userId, 'activation');
  return {
    email,
    isActivated,
    retryAfter: isActivated ? 0 : await secondsLeft(ctx, userId),
    mail: mail && {
      status: mail.status,
      queuedAt: toInstant(mail.queuedAt.getTime()),
      retryAt: toInstantOrNull(mail.retryAt),
    },
    hasMailbox: ctx.mail.hasMailbox,
  };
}

async function requireUser({ db }: AccountsContext, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw apiError('unauthenticated');
  return user;
}
