import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** The secret shared with an authenticator app: one a user, sealed. */
export const totpSecrets = pgTable(
  'totp_secrets',
  {
    userId: uuid().notNull(),
    sealed: text().notNull(),
    createdAt: instant().notNull(),
    /** Null until a first code has proved that the app has it: no factor before. */
    confirmedAt: instant(),
    /** The time step of the newest code that was accepted: it and older ones are not again. */
    lastStep: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'totp_secrets__user_id', columns: [t.userId] }),
    userForeignKey('totp_secrets__user', t.userId),
  ],
);

/** Hashes of codes with 80 bits; a code that was used is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: uuid().notNull(), codeHash: bytes().notNull(), createdAt: instant().notNull() },
  (t) => [
    primaryKey({ name: 'recovery_codes__code_hash', columns: [t.userId, t.codeHash] }),
    userForeignKey('recovery_codes__user_id', t.userId),
  ],
);
