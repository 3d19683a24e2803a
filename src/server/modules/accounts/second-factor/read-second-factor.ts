import type { Passkey, SecondFactor } from '#contract/second-factor.ts';
import { toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { countRecoveryCodes, findTotp, listPasskeys, type PasskeyRow } from './factors.repository.ts';

/** The factors that a user has set up. */
export type ReadSecondFactor = (userId: string) => Promise<Omit<SecondFactor, 'state'>>;

export const createReadSecondFactor =
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
  lastUsedAt: lastUsedAt && toInstant(lastUsedAt.getTime()),
});
