import { bigint, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** Passkeys: public keys only, so a copy of the database opens no account. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    /** As the authenticator names it, base64url. */
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** 0 for passkeys that count nothing. */
    signCount: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'passkeys__id', columns: [t.id] }),
    userForeignKey('passkeys__user_id', t.userId),
    uniqueIndex('passkeys__credential_id').on(t.credentialId),
    index('passkeys__user_id_idx').on(t.userId, t.createdAt),
  ],
);

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
