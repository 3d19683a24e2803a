import { sql } from 'drizzle-orm';
import { check, customType, type ExtraConfigColumn, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Check constraint: the column holds one of these values. */
export const checkValues = (name: string, column: ExtraConfigColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
