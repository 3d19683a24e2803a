import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './schema.ts';

/**
 * Minutes whose forecasts are in the record, so that each is stated and settled once. The
 * statements are stored in the record; a row here is pending work until its prices are known, and a
 * marker for a week afterwards.
 */
export const shadowMinutes = pgTable(
  'shadow_minutes',
  {
    /** Derived from market and minute; used in the leaves of both statements and prices. */
    id: uuid().notNull(),
    feed: text().notNull(),
    issuedAt: instant().notNull(),
    /** When the last of its forecasts will have expired, at the latest. */
    dueAt: instant().notNull(),
    /** Text and hash of its forecast leaf, until it is settled. */
    leaf: text(),
    leafHash: bytes(),
    settledAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'shadow_minutes__id', columns: [t.id] }),
    index('shadow_minutes__open_idx').on(t.dueAt).where(sql`${t.settledAt} is null`),
    check('shadow_minutes__leaf', sql`(${t.leaf} is null) = (${t.settledAt} is not null)`),
    check('shadow_minutes__leaf_hash', sql`(${t.leaf} is null) = (${t.leafHash} is null)`),
  ],
);
