import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './schema.ts';

/**
 * Minutes whose forecasts stand in the record, so that each is stated and settled once. The record keeps what was said; a
 * row here is work to do until its prices are known, and a mark for a week after.
 */
export const shadowMinutes = pgTable(
  'shadow_minutes',
  {
    /** Follows from market and minute; the leaves of both have it. */
    id: uuid().notNull(),
    feed: text().notNull(),
    issuedAt: instant().notNull(),
    /** When the last of its forecasts has expired, at the latest. */
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
