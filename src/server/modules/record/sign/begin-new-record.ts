import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { toInstant } from '#contract/wire.ts';
import type { WallClock } from '#domain/time.ts';
import type { SuccessionLeaf } from '#record/leaf.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connection.ts';
import { recordKeys } from '#server/database/tables/record-tables.ts';
import { makeKey } from './record-key.ts';
import { toVkey } from '#node/notes.ts';
import { countLeaves, listLeafRows } from '../append/record.repository.ts';
import { writeLeaves } from '../append/append-leaves.ts';

interface BeginNewRecordDependencies {
  readonly db: Database;
  readonly secret: string;
  /** Origin of the new record; never one that was used before. */
  readonly name: string;
  /** The last checkpoint of the old record, a signed note. */
  readonly previous: string;
  /** The vkey of the old record that signed it. */
  readonly previousKey: string;
  /** Public. */
  readonly reason: string;
  readonly clock: WallClock;
}

/**
 * Replaces a record that cannot be continued by a new one with a new key, while the product is
 * stopped. The first leaf names the last checkpoint of the old record, so that nobody can take the
 * new one for its continuation. Open signals are void: their leaves belong to the old record. Returns
 * the new vkey.
 */
export async function beginNewRecord({
  db,
  secret,
  name,
  previous,
  previousKey,
  reason,
  clock,
}: BeginNewRecordDependencies): Promise<string> {
  const at = new Date(clock.now());
  const row = await makeKey(name, secret, at);
  const leaf: SuccessionLeaf = { form: 'succession/1', previous, previousKey, reason, at: toInstant(at.getTime()) };
  await inTransaction(db, async ({ tx }) => {
    await voidOpenSignals(tx, at);
    await emptyTables(tx);
    await tx.insert(recordKeys).values(row);
    await writeLeaves(tx, [{ kind: 'succession', signalId: randomUUID(), at, leaf }]);
  });
  return toVkey(row);
}

async function voidOpenSignals(tx: Transaction, at: Date): Promise<void> {
  await tx.execute(sql`
    with voided as (
      update signals set status = 'settled', result = 'void', void_reason = 'operator'
      where status <> 'settled' returning id)
    insert into outcomes (signal_id, result, void_reason, settled_at)
    select id, 'void', 'operator', ${at}::timestamptz from voided`);
}

const appendOnly = ['record_leaves', 'record_nodes', 'record_checkpoints', 'record_cosignatures', 'record_keys'];
const derived = [
  'record_feeds',
  'record_forecasts',
  'record_days',
  'record_totals',
  'record_proofs',
  'shadow_minutes',
  'minute_bars',
];

/** The one place where rows of a record are removed, after they were written to a file. */
async function emptyTables(tx: Transaction): Promise<void> {
  const switchTriggers = async (to: 'disable' | 'enable'): Promise<void> => {
    for (const table of appendOnly)
      await tx.execute(sql`alter table ${sql.identifier(table)} ${sql.raw(to)} trigger user`);
  };
  await switchTriggers('disable');
  await tx.execute(sql`truncate ${sql.raw([...appendOnly, ...derived].join(', '))}`);
  await switchTriggers('enable');
  await tx.execute(sql`update record_progress set counted_to = 0`);
}

const batch = 1_000;

/** Writes the leaves that are in the database, and the public key, beside the day files of the record. */
export async function saveOldRecord(db: Database, folder: string, vkey: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'key.txt'), `${vkey}\n`);
  const count = await countLeaves(db);
  async function* lines(): AsyncGenerator<string> {
    for (let from = 0; from < count; from += batch)
      for (const { index, kind, at, signalId, leaf } of await listLeafRows(db, from, from + batch))
        yield `${JSON.stringify({ index, kind, at, signalId, leaf })}\n`;
  }
  const path = join(folder, 'leaves-of-database.ndjson');
  await pipeline(Readable.from(lines()), createWriteStream(path, { flush: true }));
}
