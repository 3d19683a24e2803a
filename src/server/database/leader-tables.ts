import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './schema.ts';

/** Which process has led since when: one row a term, the newest is the leader's. */
export const leaderTerms = pgTable(
  'leader_terms',
  {
    /** Grows with every change of the leader: a write of an earlier term is out of date. */
    term: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    host: text().notNull(),
    pid: integer().notNull(),
    /** The database session that holds the lock. */
    backendPid: integer().notNull(),
    /** PUBLIC_URL. */
    address: text().notNull(),
    feed: text().notNull(),
    startedAt: instant().notNull(),
  },
  (t) => [primaryKey({ name: 'leader_terms__term', columns: [t.term] })],
);
