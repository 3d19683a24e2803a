import type { z } from 'zod';
import type { LoginBody } from '#contract/accounts.ts';
import type { Reservation } from '#server/database/attempts.ts';
import { type ApiError, apiError } from '#server/http/api-error.ts';
import { accountLimits } from '../account-limits.ts';
import { findUserByEmail, type UserRow } from '../accounts.repository.ts';
import type { Caller } from '../caller.ts';
import type { RequireSolved, AccountParts } from '../account-parts.ts';
import type { SignedIn } from '../sessions/sessions.ts';

type Credentials = z.infer<typeof LoginBody>;

/** Failures of one account before responses are delayed. */
const undelayedFailures = 5;
const maxDelayMs = 8_000;

export const failedLogins = 'failed-login';

/**
 * The same response after the same work for an unknown address and a wrong password. Guessing is
 * slowed but never locks the account, because a stranger could lock the owner out.
 */
export const createLogIn = (needs: AccountParts) => {
  const { db, attempts, pendingAttempts, passwords, sessions, pause } = needs;
  const { reserveInLine, settle } = pendingAttempts;

  /** Without a robot check in line behind pending attempts, with one under the higher limit. */
  const reserveOfAddress = async (address: string, check: RobotCheck): Promise<Reservation> => {
    const usual = check.isGiven
      ? await attempts.reserve('login', address, accountLimits.loginsOfAddress)
      : await reserveInLine('login', address, accountLimits.loginsOfAddress);
    if (usual.isAdmitted || !check.isGiven) return usual;
    return attempts.reserve('login', address, accountLimits.solvedLoginsOfAddress);
  };

  /** A forged check does not delay the owner: it is rejected before it is counted. */
  const reserveOfAccount = async (email: string, check: RobotCheck): Promise<Reservation> => {
    const free = check.isGiven
      ? await attempts.reserve(failedLogins, email, accountLimits.loginsOfAccount)
      : await reserveInLine(failedLogins, email, accountLimits.loginsOfAccount);
    if (free.isAdmitted) return free;
    await check.require();
    return attempts.reserve(failedLogins, email, accountLimits.solvedLoginsOfAccount);
  };

  const findOwner = async ({ email, password }: Credentials): Promise<UserRow> => {
    const user = await findUserByEmail(db, email);
    const isRight = await passwords.isRight(password, user?.passwordHash ?? null);
    if (!user || !isRight) throw apiError('invalid_credentials');
    if (user.isBlocked) throw apiError('account_blocked');
    return user;
  };

  const checkCredentials = async (credentials: Credentials, check: RobotCheck): Promise<UserRow> => {
    const { count } = await reserveOfAccount(credentials.email, check);
    return settle(failedLogins, credentials.email, 'succeeded', async () => {
      await pause(holdMs(count));
      return findOwner(credentials);
    });
  };

  return async (credentials: Credentials, { address, userAgent }: Caller): Promise<SignedIn> => {
    const check = createRobotCheck(needs.requireSolved, credentials.captcha);
    const { isAdmitted, count, secondsLeft } = await reserveOfAddress(address, check);
    if (!isAdmitted) throw limited(secondsLeft, check);
    const user = await settle('login', address, 'withdrawn', async () => {
      if (count > accountLimits.loginsOfAddress.max) await check.require();
      return checkCredentials(credentials, check);
    });
    return sessions.start(user, userAgent);
  };
};

const limited = (retryAfterS: number, check: RobotCheck): ApiError =>
  apiError('rate_limited', { retryAfterS, phrase: check.isGiven ? 'rate_limited' : 'sign_in_limited' });

interface RobotCheck {
  readonly isGiven: boolean;
  /** Verified when first required, and once, because a solution cannot be used again. */
  require(): Promise<void>;
}

function createRobotCheck(requireSolved: RequireSolved, captcha: string | undefined): RobotCheck {
  let verified: Promise<void> | null = null;
  return {
    isGiven: captcha !== undefined,
    require: () => {
      if (captcha === undefined) throw apiError('captcha_required');
      verified ??= requireSolved(captcha);
      return verified;
    },
  };
}

/** 1 s for the sixth attempt, doubling for each further one, max 8 s. */
const holdMs = (tries: number): number =>
  tries <= undelayedFailures ? 0 : Math.min(maxDelayMs, 1_000 * 2 ** (tries - undelayedFailures - 1));
