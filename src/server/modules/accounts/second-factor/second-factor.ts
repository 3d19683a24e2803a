import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { ConfirmBody, NewTotp, RecoveryCodes, SecondFactor } from '#contract/second-factor.ts';
import { toInstant } from '#contract/wire.ts';
import { recoveryCodeCount, totpDigits } from '#domain/accounts/second-factor.ts';
import { brand } from '#domain/brand.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { sha256 } from '#node/sha256.ts';
import type { Config } from '#server/config.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { Attempts } from '#server/database/attempts.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { apiError, limitReached } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deleteFactors,
  deleteRecoveryCodes,
  findTotp,
  insertRecoveryCodes,
  savePendingTotp,
  spendRecoveryCode,
  spendStep,
} from './factors.repository.ts';
import type { CallingSession } from '../accounts.api.ts';
import { findUser, lockUser } from '../accounts.repository.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Passwords } from '../sign-in/passwords.ts';

interface SecondFactorDependencies {
  readonly config: Pick<Config, 'secret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'attempts'>;
  readonly passwords: Pick<Passwords, 'isRight'>;
  readonly sessions: Pick<Sessions, 'confirm' | 'invalidateUser'>;
}

/** Of wrong codes or passwords: with 50 a day, guessing a code of six digits takes years. */
const limits = { short: { max: 5, windowMs: 15 * minuteMs }, day: { max: 50, windowMs: dayMs } } as const;
const factors = ['second-factor', 'second-factor-day'] as const;

/** From which addresses the user passed the second step. */
const passed = 'second-factor-passed';
const passedForMs = 90 * dayMs;

/** An authenticator app (RFC 6238) with recovery codes beside the password. */
export function createSecondFactor({ config, platform, passwords, sessions }: SecondFactorDependencies) {
  const { db, clock, attempts } = platform;
  const seal = createSealText(config, 'second factor');
  const now = (): Date => new Date(clock.now());

  /** Counts a try before it; a right one does not count, and changes nothing about wrong ones. */
  const limited = async <Result>(who: string, attempt: () => Promise<Result>): Promise<Result> => {
    await attempts.take(factors[0], who, limits.short);
    await attempts.take(factors[1], who, limits.day);
    const result = await attempt();
    for (const what of factors) await attempts.withdraw(what, who);
    return result;
  };

  /**
   * Whose wrong codes count together. A stranger who knows the password opens as many login sessions as
   * they like, so those that wait for a code count by their account; but where the user passed it
   * before, nobody else's tries count.
   */
  const getTrier = async ({ user, sessionId }: CallingSession, address: string, isWaiting: boolean) => {
    if (!isWaiting) return sessionId;
    const place = `${user.id} ${address}`;
    return (await attempts.count(passed, place)) > 0 ? place : user.id;
  };

  /** False: it is not a code of about now, or it was used. */
  const acceptCode = async (tx: Transaction, userId: string, code: string): Promise<boolean> => {
    const totp = await findTotp(tx, userId);
    const secret = totp && (await seal.open(totp.sealed));
    const step = secret ? toStep(secret, code, clock.now()) : null;
    return totp !== undefined && step !== null && spendStep(tx, totp, step);
  };

  /** Replaces the user's codes; only their hashes are stored. 80 bits each: nobody guesses a hash. */
  const replaceRecoveryCodes = async (tx: Transaction, userId: string): Promise<RecoveryCodes> => {
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
    await deleteRecoveryCodes(tx, userId);
    await insertRecoveryCodes(
      tx,
      codes.map((code) => ({ userId, codeHash: toCodeHash(code), createdAt: now() })),
    );
    return { recoveryCodes: codes };
  };

  /** An authenticator app that no code has confirmed yet is no factor. */
  const isEnrolled = async (tx: Transaction, userId: string): Promise<boolean> =>
    Boolean((await findTotp(tx, userId))?.confirmedAt);

  const confirmByPassword = async (session: CallingSession, password: string): Promise<void> => {
    const user = await findUser(db, session.user.id);
    if (!(await passwords.isRight(password, user?.passwordHash ?? null))) throw apiError('wrong_password');
    await inTransaction(db, (work) => sessions.confirm(work, session, 'password'));
  };

  const confirmByCode = (session: CallingSession, given: Exclude<ConfirmBody, { by: 'password' }>): Promise<void> =>
    inTransaction(db, async (work) => {
      const { tx } = work;
      const { id } = session.user;
      // Both or neither: a code is not spent on a login session that it does not confirm.
      await sessions.confirm(work, session, 'factor');
      const isSpent =
        given.by === 'totp'
          ? (await isEnrolled(tx, id)) && (await acceptCode(tx, id, given.code))
          : await spendRecoveryCode(tx, id, toCodeHash(given.code));
      if (!isSpent) throw apiError('second_factor_failed');
    });

  return {
    read: async (userId: string): Promise<Omit<SecondFactor, 'state'>> => {
      const totp = await findTotp(db, userId);
      return {
        totp: totp?.confirmedAt ? { createdAt: toInstant(totp.confirmedAt.getTime()) } : null,
        recoveryCodesLeft: await countRecoveryCodes(db, userId),
      };
    },

    /**
     * A code passes the second step of signing in; a password only confirms before a grave action.
     * Recovery codes have 80 bits, so that tries of them are not counted.
     */
    confirm: async (session: CallingSession, given: ConfirmBody, { address, isWaiting }: Trier): Promise<void> => {
      if (given.by === 'password') return limited(session.sessionId, () => confirmByPassword(session, given.password));
      if (given.by === 'recovery') await confirmByCode(session, given);
      else await limited(await getTrier(session, address, isWaiting), () => confirmByCode(session, given));
      await attempts.add(passed, `${session.user.id} ${address}`, passedForMs);
    },

    startTotp: async ({ user }: CallingSession): Promise<NewTotp> => {
      const secret = new Secret({ size: 20 });
      const sealed = await seal.seal(secret.base32);
      await inTransaction(db, async ({ tx }) => {
        await lockUser(tx, user.id);
        if (await isEnrolled(tx, user.id)) throw limitReached(1);
        await savePendingTotp(tx, { userId: user.id, sealed, createdAt: now(), confirmedAt: null, lastStep: 0 });
      });
      return { secret: secret.base32, uri: createTotp(secret, user.email).toString() };
    },

    /** A first code proves that the app has the secret; this login session has passed the factor. */
    addTotp: (session: CallingSession, code: string): Promise<RecoveryCodes> =>
      limited(session.sessionId, () =>
        inTransaction(db, async (work) => {
          const { tx } = work;
          const { id } = session.user;
          await lockUser(tx, id);
          await sessions.confirm(work, session, 'factor');
          if ((await findTotp(tx, id))?.confirmedAt !== null) throw apiError('not_found');
          if (!(await acceptCode(tx, id, code))) throw apiError('second_factor_failed');
          await confirmTotp(tx, id, now());
          return replaceRecoveryCodes(tx, id);
        }),
      ),

    /** The recovery codes go with the app: they would open nothing. */
    removeTotp: ({ user }: CallingSession): Promise<void> =>
      inTransaction(db, async ({ tx, afterCommit }) => {
        await lockUser(tx, user.id);
        if (!(await isEnrolled(tx, user.id))) throw apiError('not_found');
        await deleteFactors(tx, user.id);
        afterCommit(() => sessions.invalidateUser(user.id));
      }),

    renewRecoveryCodes: ({ user }: CallingSession): Promise<RecoveryCodes> =>
      inTransaction(db, async ({ tx }) => {
        await lockUser(tx, user.id);
        if (!(await isEnrolled(tx, user.id))) throw apiError('not_found');
        return replaceRecoveryCodes(tx, user.id);
      }),
  };
}

/** Wrong codes of an account count no longer, because its password was set by its mailbox. */
export const invalidateWrongCodes = async (attempts: Pick<Attempts, 'invalidate'>, userId: string): Promise<void> => {
  for (const what of factors) await attempts.invalidate(what, userId);
};

export interface Trier {
  readonly address: string;
  /** This login session has not passed the second step yet. */
  readonly isWaiting: boolean;
}

/** The values of RFC 6238 that every authenticator app assumes. */
const period = 30;
/** Steps before and after the current one: the phone's clock and the user's typing. */
const window = 1;

const createTotp = (secret: Secret, label?: string): TOTP =>
  new TOTP({ issuer: brand.name, ...(label && { label }), secret, algorithm: 'SHA1', digits: totpDigits, period });

/** The time step that the code belongs to; null: it is not a code of about now. */
function toStep(secret: string, code: string, now: number): number | null {
  const delta = createTotp(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window });
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta;
}

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four groups of four. */
const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  );

/** However it was typed: case, spaces and dashes do not matter. */
const toCodeHash = (code: string): Buffer => Buffer.from(sha256(code.toLowerCase().replaceAll(/[^a-z\d]/g, '')));
