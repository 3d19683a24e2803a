import type { Clock } from '#domain/clock.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import type { Passwords } from '../passwords.ts';
import type { Sessions } from '../sessions.ts';
import { createAcceptCode, createConfirmSession } from './confirm-session.ts';
import { createEnrolFactor } from './enrol-factor.ts';
import { createPasskeys } from './passkeys.ts';
import { createReadSecondFactor } from './read-second-factor.ts';
import { createTryLimit } from './try-limit.ts';

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly publicUrl: string;
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
}

/** Passkeys, an authenticator app and recovery codes beside the password. */
export function createSecondFactor(needs: Needs) {
  const seal = createSealText(needs.secret, 'second factor');
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
