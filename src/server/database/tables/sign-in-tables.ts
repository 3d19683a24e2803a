import { index, integer, pgTable, primaryKey, text, bigint, uuid } from 'drizzle-orm/pg-core';
import { instant, bytes } from '#server/database/columns.ts';
import { userForeignKey } from '#server/database/schema.ts';

/**
 * Attempt counts per caller, shared by all processes. Keys contain a hash under SECRET, never an
 * address or e-mail.
 */
export const attemptCounts = pgTable(
  'attempt_counts',
  {
    key: text().notNull(),
    count: integer().notNull(),
    /** How many of them have no result yet. */
    pending: integer().notNull().default(0),
    windowStartedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'attempt_counts__key', columns: [t.key] }),
    index('attempt_counts__expires_at_idx').on(t.expiresAt),
  ],
);

/** Solved robot checks: each is accepted once. */
export const spentChallenges = pgTable(
  'spent_challenges',
  { signature: text().notNull(), expiresAt: instant().notNull() },
  (t) => [
    primaryKey({ name: 'spent_challenges__signature', columns: [t.signature] }),
    index('spent_challenges__expires_at_idx').on(t.expiresAt),
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
    /** The time step of the newest code that was accepted: that code and older ones are not accepted again. */
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
