import type { z } from 'zod';
import type { LoginBody } from '#contract/accounts.ts';
import type { AttemptLimit, Reservation } from '#server/database/attempts.ts';
import { type ApiError, apiError } from '#server/http/api-error.ts';
import { accountLimits } from '../account-limits.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findUserByEmail, type UserRow } from '../accounts.repository.ts';
import type { Caller } from '../caller.ts';
import { type SignedIn, startSession } from '../sessions/sessions.ts';
import { reserveInLine, settleAttempt } from './pending-attempts.ts';
import { requireSolved } from './register.ts';

type Credentials = z.infer<typeof LoginBody>;

/** Failures of one account before responses are delayed. */
const undelayedFailures = 5;
const maxDelayMs = 8_000;

export const failedLogins = 'failed-login';

/**
 * The same response after the same work for an unknown address and a wrong password. Guessing is
 * slowed but never locks the account, because a stranger could lock the owner out.
 */
export async function logIn(
  ctx: AccountsContext,
  credentials: Credentials,
  { address, userAgent }: Caller,
): Promise<SignedIn> {
  const check = toRobotCheck(ctx, credentials.captcha);
  const { isAdmitted, count, secondsLeft } = await reserveByAddress(ctx, address, check);
  if (!isAdmitted) throw limited(secondsLeft, check);
  const user = await settleAttempt(ctx, 'login', address, 'withdrawn', async () => {
    if (count > accountLimits.loginsOfAddress.max) await check.require();
    return checkCredentials(ctx, credentials, check);
  });
  return startSession(ctx, user, userAgent);
}

/** Without a robot check in line behind pending attempts, with one under the higher limit. */
async function reserveByAddress(ctx: AccountsContext, address: string, check: RobotCheck): Promise<Reservation> {
  const usual = await reserve(ctx, 'login', address, accountLimits.loginsOfAddress, check);
  if (usual.isAdmitted || !check.isGiven) return usual;
  return ctx.attempts.reserve('login', address, accountLimits.solvedLoginsOfAddress);
}

const reserve = (ctx: AccountsContext, what: string, who: string, limit: AttemptLimit, { isGiven }: RobotCheck) =>
  isGiven ? ctx.attempts.reserve(what, who, limit) : reserveInLine(ctx, what, who, limit);

async function checkCredentials(ctx: AccountsContext, credentials: Credentials, check: RobotCheck): Promise<UserRow> {
  const { count } = await reserveByAccount(ctx, credentials.email, check);
  return settleAttempt(ctx, failedLogins, credentials.email, 'succeeded', async () => {
    await ctx.pause(holdMs(count));
    return findOwner(ctx, credentials);
  });
}

/** A forged check does not delay the owner: it is rejected before it is counted. */
async function reserveByAccount(ctx: AccountsContext, email: string, check: RobotCheck): Promise<Reservation> {
  const free = await reserve(ctx, failedLogins, email, accountLimits.loginsOfAccount, check);
  if (free.isAdmitted) return free;
  await check.require();
  return ctx.attempts.reserve(failedLogins, email, accountLimits.solvedLoginsOfAccount);
}

async function findOwner({ db, passwords }: AccountsContext, { email, password }: Credentials): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  const isRight = await passwords.isRight(password, user?.passwordHash ?? null);
  if (!user || !isRight) throw apiError('invalid_credentials');
  if (user.isBlocked) throw apiError('account_blocked');
  return user;
}

const limited = (retryAfterS: number, check: RobotCheck): ApiError =>
  apiError('rate_limited', { retryAfterS, phrase: check.isGiven ? 'rate_limited' : 'sign_in_limited' });

interface RobotCheck {
  readonly isGiven: boolean;
  /** Verified when first required, and once, because a solution cannot be used again. */
  require(): Promise<void>;
}

function toRobotCheck(ctx: AccountsContext, captcha: string | undefined): RobotCheck {
  let verified: Promise<void> | null = null;
  return {
    isGiven: captcha !== undefined,
    require: () => {
      if (captcha === undefined) throw apiError('captcha_required');
      verified ??= requireSolved(ctx.captcha, captcha);
      return verified;
    },
  };
}

/** 1 s for the sixth attempt, doubling for each further one, max 8 s. */
const holdMs = (tries: number): number =>
  tries <= undelayedFailures ? 0 : Math.min(maxDelayMs, 1_000 * 2 ** (tries - undelayedFailures - 1));
