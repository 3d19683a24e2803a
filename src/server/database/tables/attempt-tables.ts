import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

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
