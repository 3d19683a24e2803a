import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { toVkey } from '#node/notes.ts';
import type { WallClock } from '#domain/time.ts';
import { edgeTiles, writeBundle } from '#record/signed-tiles.ts';
import { subtreesOfTile, type Tile, tilePath, tileWidth } from '#record/tile.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connection.ts';
import { recordKeys } from '#server/database/tables/record-tables.ts';
import { listLeaves } from '../append/stored-leaves.ts';
import { makeKey, type RecordKey } from './record-key.ts';
import { type CheckpointRow, listSubtrees } from './record-tree.ts';

interface NewRecord {
  readonly db: Database;
  readonly secret: string;
  /** Origin of the new record; never one that was used before. */
  readonly name: string;
  readonly previous: NonNullable<RecordKey['previous']>;
  readonly clock: WallClock;
}

/**
 * Replaces the record by a new one with a new key, while the product is stopped. Its first leaf, which
 * the first minute appends, names the last checkpoint of the old record and the reason. Open signals
 * are void: their leaves belong to the old record. Returns the new vkey.
 */
export async function beginNewRecord({ db, secret, name, previous, clock }: NewRecord): Promise<string> {
  const at = new Date(clock.now());
  const row = await makeKey(name, secret, at, previous);
  await inTransaction(db, async ({ tx }) => {
    await voidOpenSignals(tx, at);
    await emptyTables(tx);
    await tx.insert(recordKeys).values(row);
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
  await tx.execute(sql`update signals set record_index = null where record_index is not null`);
}

const appendOnly = ['record_leaves', 'record_nodes', 'record_checkpoints', 'record_cosignatures', 'record_keys'];
const derived = ['record_open', 'record_hours', 'minute_bars', 'record_head', 'record_progress'];

/** The one place where rows of a record are removed, after they were written to files. */
async function emptyTables(tx: Transaction): Promise<void> {
  const switchTriggers = async (to: 'disable' | 'enable'): Promise<void> => {
    for (const table of appendOnly)
      await tx.execute(sql`alter table ${sql.identifier(table)} ${sql.raw(to)} trigger user`);
  };
  await switchTriggers('disable');
  await tx.execute(sql`truncate ${sql.raw([...appendOnly, ...derived].join(', '))}`);
  await switchTriggers('enable');
  await tx.execute(sql`insert into record_head default values`);
  await tx.execute(sql`insert into record_progress (counted_to) values (0)`);
}

/** Writes what was signed as the files of a C2SP tlog-tiles log: any web server serves them as they are. */
export async function saveOldRecord(db: Database, folder: string, { size, note }: CheckpointRow): Promise<void> {
  const write = async (path: string, bytes: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  for (const edge of edgeTiles(size)) {
    const tiles: (Tile & { readonly level: number })[] = Array.from({ length: edge.n }, (_, n) => ({
      level: edge.level,
      n,
      width: tileWidth,
    }));
    for (const tile of [...tiles, edge])
      await write(tilePath(tile), Buffer.concat(await listSubtrees(db, subtreesOfTile(tile.level, tile))));
  }
  for (let n = 0; n * tileWidth < size; n++) {
    const width = Math.min(tileWidth, size - n * tileWidth);
    const rows = await listLeaves(db, n * tileWidth, n * tileWidth + width);
    await write(tilePath({ level: 'entries', n, width }), writeBundle(rows.map(({ leaf }) => Buffer.from(leaf))));
  }
  await write('checkpoint', note);
}
