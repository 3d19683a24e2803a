import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** The trader stopped signals until this instant; no row: never. */
export const dayStops = pgTable('day_stops', { userId: uuid().notNull(), stoppedUntil: instant().notNull() }, (t) => [
  primaryKey({ name: 'day_stops__user_id', columns: [t.userId] }),
  userForeignKey('day_stops__user_id_fk', t.userId),
]);
