import type { z } from 'zod';
import type { LoginBody } from '#contract/accounts.ts';
import { minuteMs } from '#domain/time.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { accountLimits } from './account-limits.ts';
import { findUserByEmail } from './accounts.repository.ts';
import type { Caller } from './caller.ts';
import type { Passwords } from './passwords.ts';
import type { RequireSolved } from './require-solved.ts';
import type { Sessions, SignedIn } from './sessions.ts';

type Credentials = z.infer<typeof LoginBody>;
export type LogIn = (credentials: Credentials, caller: Caller) => Promise<SignedIn>;

interface Needs {
  readonly db: Database;
  readonly attempts: Attempts;
  readonly requireSolved: RequireSolved;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Failures of one account, whether it exists or not, before a robot check is required and before
 * responses are delayed.
 */
const freeFailures = 3;
const undelayedFailures = 5;
const failureWindowMs = 15 * minuteMs;
const maxDelayMs = 8_000;

export const failedLogins = 'failed-login';

/**
 * The same response after the same work for an unknown address and a wrong password. Guessing is
 * slowed but never locks the account, because a stranger could lock the owner out.
 */
export const createLogIn = ({ db, attempts, requireSolved, passwords, sessions, pause }: Needs): LogIn => {
  const requireCheck = async (captcha: string | undefined, failures: number): Promise<void> => {
    if (failures < freeFailures) return;
    if (captcha === undefined) throw apiError('captcha_required');
    await requireSolved(captcha);
  };

  /** Counted before the password is checked, so that concurrent guesses see each other. */
  const countTry = async ({ email, captcha }: Credentials): Promise<void> => {
    const known = await attempts.count(failedLogins, email);
    await requireCheck(captcha, known);
    const tries = await attempts.add(failedLogins, email, failureWindowMs);
    if (known < freeFailures && tries > freeFailures) await requireCheck(captcha, tries - 1);
    await pause(holdMs(tries));
  };

  /** A password that could not be checked, because too many were waiting, is no failure. */
  const check = async ({ email, password }: Credentials, passwordHash: string | null): Promise<boolean> => {
    try {
      return await passwords.isRight(password, passwordHash);
    } catch (error) {
      await attempts.withdraw(failedLogins, email);
      throw error;
    }
  };

  return async (credentials, { address, userAgent }) => {
    await attempts.take('login', address, accountLimits.loginsOfAddress);
    await countTry(credentials);
    const user = await findUserByEmail(db, credentials.email);
    const isRight = await check(credentials, user?.passwordHash ?? null);
    if (!user || !isRight) throw apiError('invalid_credentials');
    if (user.isBlocked) throw apiError('account_blocked');
    await attempts.invalidate(failedLogins, credentials.email);
    return sessions.start(user, userAgent);
  };
};

/** 1 s for the sixth attempt, doubling for each further one, max 8 s. */
const holdMs = (tries: number): number =>
  tries <= undelayedFailures ? 0 : Math.min(maxDelayMs, 1_000 * 2 ** (tries - undelayedFailures - 1));
