import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Role } from '../../config/role.ts';
import { instant } from '../columns.ts';

/** Leader history: one row per term; the newest row is the current leader. */
export const leaderTerms = pgTable(
  'leader_terms',
  {
    /** Increases with every change of leader; a write of an earlier term is stale. */
    term: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    host: text().notNull(),
    pid: integer().notNull(),
    /** PostgreSQL backend that holds the lock. */
    backendPid: integer().notNull(),
    /** PUBLIC_URL. */
    address: text().notNull(),
    feed: text().notNull(),
    /** ROLE: a process with `all` leads alone. */
    role: text().$type<Role>().notNull().default('all'),
    startedAt: instant().notNull(),
  },
  (t) => [primaryKey({ name: 'leader_terms__term', columns: [t.term] })],
);
