import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { ConfirmBody } from '#contract/second-factor.ts';
import type { WallClock } from '#domain/clock.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { SealText } from '#server/crypto/seal-text.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';
import { countUse, findTotp, spendRecoveryCode, spendStep } from './factors.repository.ts';
import type { Passkeys } from './passkeys.ts';
import { hashOfCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';
import type { CallingSession } from '../accounts.api.ts';
import { findUser } from '../accounts.repository.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Passwords } from '../sign-in/passwords.ts';

/** False: it is not a code of about now, or it was used. */
export type AcceptCode = (tx: Transaction, userId: string, code: string) => Promise<boolean>;

export const createAcceptCode =
  ({ seal, clock }: { readonly seal: SealText; readonly clock: WallClock }): AcceptCode =>
  async (tx, userId, code) => {
    const totp = await findTotp(tx, userId);
    const secret = totp && (await seal.open(totp.sealed));
    const step = secret ? stepOfCode(secret, code, clock.now()) : null;
    return totp !== undefined && step !== null && spendStep(tx, totp, step);
  };

interface ConfirmSessionDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly sessions: Pick<Sessions, 'confirm'>;
  readonly passwords: Pick<Passwords, 'isRight'>;
  readonly passkeys: Pick<Passkeys, 'verify'>;
  readonly tryLimit: TryLimit;
  readonly acceptCode: AcceptCode;
}

/**
 * Passes the second step of signing in, or confirms a login session before a grave action. A
 * password only confirms.
 */
export const createConfirmSession = (needs: ConfirmSessionDependencies) => {
  const { db, clock, sessions, passwords, passkeys, tryLimit, acceptCode } = needs;

  /** Both or neither: a code is not spent on a login session that it does not confirm. */
  const pass = (session: CallingSession, spend: (tx: Transaction) => Promise<boolean>): Promise<void> =>
    inTransaction(db, async (work) => {
      await sessions.confirm(work, session, 'factor');
      if (!(await spend(work.tx))) throw apiError('second_factor_failed');
    });

  const byPassword = async (session: CallingSession, password: string): Promise<void> => {
    const user = await findUser(db, session.user.id);
    if (!(await passwords.isRight(password, user?.passwordHash ?? null))) throw apiError('wrong_password');
    await inTransaction(db, (work) => sessions.confirm(work, session, 'password'));
  };

  const byCode = async (session: CallingSession, given: Exclude<ConfirmBody, { by: 'passkey' }>): Promise<void> => {
    const { id } = session.user;
    if (given.by === 'password') return byPassword(session, given.password);
    if (given.by === 'totp')
      return pass(session, async (tx) => (await isEnrolled(tx, id)) && (await acceptCode(tx, id, given.code)));
    return pass(session, (tx) => spendRecoveryCode(tx, id, hashOfCode(given.code)));
  };

  const byPasskey = async (session: CallingSession, response: AuthenticationResponseJSON): Promise<void> => {
    const { passkey, signCount } = await passkeys.verify(session, response);
    await pass(session, (tx) => countUse(tx, passkey, { signCount, lastUsedAt: new Date(clock.now()) }));
  };

  return async (session: CallingSession, given: ConfirmBody): Promise<void> => {
    if (given.by === 'passkey') return byPasskey(session, given.response);
    await tryLimit.take(session.user.id);
    await byCode(session, given);
    await tryLimit.succeed(session.user.id);
  };
};

/** An authenticator app that no code has confirmed yet is no factor. */
const isEnrolled = async (tx: Transaction, userId: string): Promise<boolean> =>
  Boolean((await findTotp(tx, userId))?.confirmedAt);

/**
 * Wrong codes and passwords of one account, from all its login sessions: with 50 a day, guessing a code of
 * six digits takes years. A passkey is not counted, so its owner is never locked out.
 */
const limits = { short: { max: 5, windowMs: 15 * minuteMs }, day: { max: 50, windowMs: dayMs } } as const;

export type TryLimit = ReturnType<typeof createTryLimit>;

export const createTryLimit = ({ attempts }: { readonly attempts: Attempts }) => ({
  /** Before each try; throws rate_limited. */
  take: async (userId: string): Promise<void> => {
    await attempts.take('second-factor', userId, limits.short);
    await attempts.take('second-factor-day', userId, limits.day);
  },
  /** The last try was right: resets its counts. */
  succeed: async (userId: string): Promise<void> => {
    await attempts.invalidate('second-factor', userId);
    await attempts.withdraw('second-factor-day', userId);
  },
});
