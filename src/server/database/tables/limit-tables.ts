import { index, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import type { OwnLimits } from '#domain/signals/own-limits.ts';
import { bytes, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** The trader's own limits for one day. No row: no limit. */
export const ownLimits = pgTable(
  'own_limits',
  {
    userId: uuid().notNull(),
    limits: jsonb().$type<OwnLimits>().notNull(),
    /** Looser limits that take effect at a later instant. */
    next: jsonb().$type<{ readonly from: number; readonly limits: OwnLimits }>(),
    /** The trader pressed stop: no signals until then. */
    stoppedUntil: instant(),
    changedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'own_limits__user_id', columns: [t.userId] }),
    userForeignKey('own_limits__user_id_fk', t.userId),
  ],
);

/**
 * Trading stops that outlive a deleted account, by a keyed hash of the broker ID; a row is obsolete
 * once its stop has ended.
 */
export const traderStops = pgTable(
  'trader_stops',
  { traderHash: bytes().notNull(), stoppedUntil: instant().notNull() },
  (t) => [
    primaryKey({ name: 'trader_stops__trader_hash', columns: [t.traderHash] }),
    index('trader_stops__stopped_until_idx').on(t.stoppedUntil),
  ],
);
