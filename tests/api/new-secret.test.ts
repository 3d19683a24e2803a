import { randomUUID } from 'node:crypto';
import { getTableName, isNotNull, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { toKeys } from '#domain/objects.ts';
import { openText, type SealPurpose, sealText } from '#server/crypto/seal-text.ts';
import { users } from '#server/database/schema.ts';
import { deliveries } from '#server/database/tables/delivery-tables.ts';
import { pushKeys } from '#server/database/tables/alert-tables.ts';
import { totpSecrets } from '#server/database/tables/sign-in-tables.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { sealedTables } from '#server/start/reseal-stored.ts';
import { startProduct } from '#tests/support/product.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

// The product as a process.
vi.setConfig({ testTimeout: 60_000 });

const old = 'b7c4f1e09a25d83661f0a9c27be4835d10f6a2c94e7b58d3';
const next = '6f1d0c5a9b3e47828d1f60a7c4b2e9583d7a61f0c8b94e25';
const at = new Date();

const database = sharedByTests(createTestDatabase);

it('knows every column whose values are sealed', async () => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_name like '%seal%' order by 1`,
  );
  const known = Object.values(sealedTables).map((table) => `${getTableName(table)}.sealed`);
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
});

it('needs the new SECRET alone after a start with SECRET_OLD, and the record keeps its key', async () => {
  const { db, url } = database;
  const { publicKey } = await openRecordKey({ db, secret: old, name: 'kurs.example/record', clock: Date });
  const [userId, stranger] = [randomUUID(), randomUUID()];
  for (const id of [userId, stranger])
    await db.insert(users).values({ id, email: `${id}@kurs.example`, lang: 'en', createdAt: at });
  const seal = (purpose: SealPurpose): Promise<string> => sealText({ secret: old }, purpose, 'kept');
  const totp = { createdAt: at, lastStep: 0 };
  await db.insert(totpSecrets).values({ ...totp, userId, sealed: await seal('second factor') });
  await db.insert(totpSecrets).values({ ...totp, userId: stranger, sealed: 'of neither' });
  await db.insert(pushKeys).values({ publicKey: 'B'.repeat(87), sealed: await seal('push key'), createdAt: at });
  const address = { userId, channel: 'mail', recipient: 'a@kurs.example', lang: 'en' } as const;
  const mail = { ...address, kind: 'account_deleted', status: 'queued', dropAt: at } as const;
  await db.insert(deliveries).values({ ...mail, id: randomUUID(), sealed: await seal('outbox'), queuedAt: at });
  await db.insert(deliveries).values({ ...mail, id: randomUUID(), sealed: null, status: 'sent', queuedAt: at });

  const settings = { DATABASE_URL: url, DEMO: 'on', SECRET: next };
  const product = await startProduct({ ...settings, SECRET_OLD: old });
  expect(product.output()).toContain('opens under neither SECRET nor SECRET_OLD');
  await product.stop();

  for (const purpose of toKeys(sealedTables)) {
    const { sealed } = sealedTables[purpose];
    const rows = await db
      .select({ sealed: sql<string>`${sealed}` })
      .from(sealedTables[purpose])
      .where(isNotNull(sealed));
    const opened = await Promise.all(rows.map((row) => openText({ secret: next }, purpose, row.sealed)));
    expect([purpose, opened.filter((text) => text === null).length]).toEqual([
      purpose,
      purpose === 'second factor' ? 1 : 0,
    ]);
    if (purpose !== 'record key') expect(opened).toContain('kept');
  }
  const key = await openRecordKey({ db, secret: next, name: 'unused', clock: Date });
  expect(key.publicKey).toEqual(publicKey);
  expect(key.sign('x\n')).toContain('x\n');

  // Again, with nothing left to do, and without the old one.
  for (const env of [{ ...settings, SECRET_OLD: old }, settings]) await (await startProduct(env)).stop();
});
