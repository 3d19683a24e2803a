import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';

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

/**
 * What the engine computed the forecasts of a minute from, written in the transaction of their
 * leaf, which contains the hash of the line.
 */
export const minuteBars = pgTable(
  'minute_bars',
  {
    feed: text().notNull(),
    /** Start of the bar that had closed. */
    minute: instant().notNull(),
    /** A line of the day's file. */
    line: text().notNull(),
    /** The process that wrote it, and the number of its first input after this line. */
    run: uuid().notNull(),
    nextInput: integer().notNull(),
  },
  (t) => [
    primaryKey({ name: 'minute_bars__feed_minute', columns: [t.feed, t.minute] }),
    index('minute_bars__minute_idx').on(t.minute),
  ],
);
