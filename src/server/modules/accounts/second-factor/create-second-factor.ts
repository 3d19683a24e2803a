import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { EnrolledFactor, NewTotp, Passkey, RecoveryCodes, SecondFactor } from '#contract/second-factor.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { Config } from '#server/config.ts';
import { createSealText, type SealText } from '#server/crypto/seal-text.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction, type UnitOfWork } from '#server/database/in-transaction.ts';
import { apiError, limitReached } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  type AcceptCode,
  createAcceptCode,
  createConfirmSession,
  createTryLimit,
  type TryLimit,
} from './confirm-session.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  deletePasskey,
  deleteRecoveryCodes,
  deleteTotp,
  findTotp,
  hasFactor,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  savePendingTotp,
} from './factors.repository.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { createTotpSecret } from './totp.ts';
import type { CallingSession } from '../accounts.api.ts';
import { lockUser } from '../accounts.repository.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Passwords } from '../sign-in/passwords.ts';

interface SecondFactorDependencies {
  readonly config: Pick<Config, 'secret' | 'publicUrl'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'attempts'>;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
}

/** Passkeys, an authenticator app and recovery codes beside the password. */
export function createSecondFactor({ config, platform, passwords, sessions }: SecondFactorDependencies) {
  const { db, clock, attempts } = platform;
  const seal = createSealText(config, 'second factor');
  const passkeys = createPasskeys({ db, clock, publicUrl: config.publicUrl });
  const tryLimit = createTryLimit({ attempts });
  const acceptCode = createAcceptCode({ seal, clock });
  return {
    passkeys,
    read: (userId: string) => readFactors(db, userId),
    enrol: createEnrolFactor({ db, clock, sessions, seal, passkeys, tryLimit, acceptCode }),
    confirm: createConfirmSession({ db, clock, sessions, passwords, passkeys, tryLimit, acceptCode }),
  };
}

/** The factors that a user has set up. */
async function readFactors(db: Database, userId: string): Promise<Omit<SecondFactor, 'state'>> {
  const totp = await findTotp(db, userId);
  return {
    passkeys: (await listPasskeys(db, userId)).map(toPasskeyDto),
    totp: totp?.confirmedAt ? { createdAt: toInstant(totp.confirmedAt.getTime()) } : null,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

const toPasskeyDto = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: toInstant(createdAt.getTime()),
  lastUsedAt: toInstantOrNull(lastUsedAt),
});

interface EnrolFactorDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly sessions: Pick<Sessions, 'confirm' | 'invalidateUser'>;
  readonly seal: SealText;
  readonly passkeys: Pick<Passkeys, 'verifyNew'>;
  readonly tryLimit: TryLimit;
  readonly acceptCode: AcceptCode;
}

/** What the owner sets up and removes on the account page. */
function createEnrolFactor({ db, clock, sessions, seal, passkeys, tryLimit, acceptCode }: EnrolFactorDependencies) {
  const now = (): Date => new Date(clock.now());

  /** The first factor brings the recovery codes; this login session has passed it. */
  const add = (session: CallingSession, insert: (work: UnitOfWork) => Promise<void>): Promise<EnrolledFactor> =>
    inTransaction(db, async (work) => {
      await lockUser(work.tx, session.user.id);
      await sessions.confirm(work, session, 'factor');
      await insert(work);
      const hasCodes = (await countRecoveryCodes(work.tx, session.user.id)) > 0;
      return { recoveryCodes: hasCodes ? null : await replaceRecoveryCodes(work.tx, session.user.id, now()) };
    });

  /** With the last factor the recovery codes go, which would open nothing. */
  const remove = (userId: string, erase: (work: UnitOfWork) => Promise<boolean>): Promise<void> =>
    inTransaction(db, async (work) => {
      await lockUser(work.tx, userId);
      if (!(await erase(work))) throw apiError('not_found');
      if (!(await hasFactor(work.tx, userId))) await deleteRecoveryCodes(work.tx, userId);
      work.afterCommit(() => sessions.invalidateUser(userId));
    });

  return {
    addPasskey: async (
      session: CallingSession,
      response: RegistrationResponseJSON,
      name: string,
    ): Promise<EnrolledFactor> => {
      const passkey = await passkeys.verifyNew(session, response, name);
      return add(session, async ({ tx }) => {
        if (!(await insertPasskey(tx, passkey))) throw apiError('second_factor_failed');
      });
    },
    removePasskey: ({ user }: CallingSession, id: string): Promise<void> =>
      remove(user.id, ({ tx }) => deletePasskey(tx, user.id, id)),
    startTotp: async ({ user }: CallingSession): Promise<NewTotp> => {
      const totp = createTotpSecret(user.email);
      const sealed = await seal.seal(totp.secret);
      await inTransaction(db, async ({ tx }) => {
        await lockUser(tx, user.id);
        if ((await findTotp(tx, user.id))?.confirmedAt) throw limitReached(1);
        await savePendingTotp(tx, { userId: user.id, sealed, createdAt: now(), confirmedAt: null, lastStep: 0 });
      });
      return totp;
    },
    /** A first code proves that the app has the secret. */
    addTotp: async (session: CallingSession, code: string): Promise<EnrolledFactor> => {
      const { id } = session.user;
      await tryLimit.take(id);
      const enrolled = await add(session, async ({ tx }) => {
        if ((await findTotp(tx, id))?.confirmedAt !== null) throw apiError('not_found');
        if (!(await acceptCode(tx, id, code))) throw apiError('second_factor_failed');
        await confirmTotp(tx, id, now());
      });
      await tryLimit.succeed(id);
      return enrolled;
    },
    removeTotp: ({ user }: CallingSession): Promise<void> => remove(user.id, ({ tx }) => deleteTotp(tx, user.id)),
    renewRecoveryCodes: ({ user }: CallingSession): Promise<RecoveryCodes> =>
      inTransaction(db, async ({ tx }) => {
        await lockUser(tx, user.id);
        if (!(await hasFactor(tx, user.id))) throw apiError('not_found');
        return { recoveryCodes: await replaceRecoveryCodes(tx, user.id, now()) };
      }),
  };
}
