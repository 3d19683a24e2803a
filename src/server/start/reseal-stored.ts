import type { FastifyBaseLogger } from 'fastify';
import { eq, isNotNull, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { toKeys } from '#domain/objects.ts';
import { openBytes, sealBytes, type SealPurpose } from '../crypto/seal-text.ts';
import type { Database } from '../database/connection.ts';
import { pushKeys } from '../database/tables/alert-tables.ts';
import { deliveries } from '../database/tables/delivery-tables.ts';
import { totpSecrets } from '#server/database/tables/sign-in-tables.ts';
import { recordKeys } from '../database/tables/record-tables.ts';

/** Everything that is stored sealed under SECRET stands in a column `sealed`, of these tables. */
export const sealedTables: Readonly<Record<SealPurpose, PgTable & { readonly sealed: PgColumn }>> = {
  'record key': recordKeys,
  'second factor': totpSecrets,
  'push key': pushKeys,
  outbox: deliveries,
};

/**
 * Seals under SECRET what SECRET_OLD sealed. Each value by itself and only if it has not changed
 * meanwhile, so that an interrupted start goes on at the next one, and processes may start together.
 * What opens under neither is left as it is.
 */
export async function resealStored(
  db: Database,
  { secret, oldSecret }: { readonly secret: string; readonly oldSecret: string },
  log: FastifyBaseLogger,
): Promise<void> {
  for (const purpose of toKeys(sealedTables)) {
    const table = sealedTables[purpose];
    const rows = await db
      .select({ sealed: sql<string>`${table.sealed}` })
      .from(table)
      .where(isNotNull(table.sealed));
    for (const { sealed } of rows) {
      if (await openBytes(sealed, secret, purpose)) continue;
      const opened = await openBytes(sealed, oldSecret, purpose);
      if (!opened) {
        log.warn({ purpose }, 'a sealed value opens under neither SECRET nor SECRET_OLD');
        continue;
      }
      const next = await sealBytes(opened, secret, purpose);
      await db.execute(sql`update ${table} set sealed = ${next} where ${eq(table.sealed, sealed)}`);
    }
  }
}
