import type { Passkey, SecondFactor } from '#contract/second-factor.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { createAcceptCode, createConfirmSession } from './confirm-session.ts';
import { createEnrolFactor } from './enrol-factor.ts';
import { countRecoveryCodes, findTotp, listPasskeys, type PasskeyRow } from './factors.repository.ts';
import { createPasskeys } from './passkeys.ts';
import { createTryLimit } from './try-limit.ts';

interface SecondFactorDependencies extends Pick<Platform, 'db' | 'clock' | 'attempts'> {
  readonly secret: string;
  readonly previousSecret?: string | null;
  readonly publicUrl: string;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
}

/** Passkeys, an authenticator app and recovery codes beside the password. */
export function createSecondFactor(needs: SecondFactorDependencies) {
  const seal = createSealText(needs, 'second factor');
  const passkeys = createPasskeys(needs);
  const shared = { ...needs, seal, passkeys, tryLimit: createTryLimit(needs) };
  const acceptCode = createAcceptCode(shared);
  return {
    passkeys,
    read: createReadSecondFactor(needs.db),
    enrol: createEnrolFactor({ ...shared, acceptCode }),
    confirm: createConfirmSession({ ...shared, acceptCode }),
  };
}

/** The factors that a user has set up. */
type ReadSecondFactor = (userId: string) => Promise<Omit<SecondFactor, 'state'>>;

const createReadSecondFactor =
  (db: Database): ReadSecondFactor =>
  async (userId) => {
    const totp = await findTotp(db, userId);
    return {
      passkeys: (await listPasskeys(db, userId)).map(toPasskeyDto),
      totp: totp?.confirmedAt ? { createdAt: toInstant(totp.confirmedAt.getTime()) } : null,
      recoveryCodesLeft: await countRecoveryCodes(db, userId),
    };
  };

const toPasskeyDto = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: toInstant(createdAt.getTime()),
  lastUsedAt: toInstantOrNull(lastUsedAt),
});
