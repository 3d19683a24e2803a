import { rename, rm } from 'node:fs/promises';
import type { Encrypter } from 'age-encryption';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Config } from '#server/config.ts';
import { readRelease } from '#server/start/read-release.ts';
import { syncFolder } from '#node/sync-folder.ts';
import { dirname } from 'node:path';
import { writeArchive } from './archive.ts';
import { addDataFiles } from './data-files.ts';
import { listSequences, listTables, toFileName } from './list-tables.ts';
import { computeSecretMark, type Manifest, type TableManifest } from './manifest.ts';

interface CreateBackupDependencies {
  readonly url: string;
  readonly config: Pick<Config, 'dataDir' | 'secret'>;
  readonly encrypter: Encrypter | null;
  /** Of the new file, which must not exist. */
  readonly path: string;
}

export interface CreatedBackup {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes all tables as of one instant, and the files beside the database, while the product runs.
 * The file has its name only once it is whole.
 */
export async function createBackup({ url, config, encrypter, path }: CreateBackupDependencies): Promise<CreatedBackup> {
  const client = new pg.Client({ connectionString: url, application_name: 'kurs backup' });
  client.on('error', () => undefined);
  await client.connect();
  const partial = `${path}.partial`;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const manifest = await readManifest(client, config.secret);
    const rows: Record<string, number> = {};
    let files = 0;
    await writeArchive(partial, encrypter, async (writer) => {
      await writer.addManifest(manifest);
      // At once after the snapshot: leaves of the journal that the tables lack stay few.
      files = await addDataFiles(writer, config.dataDir);
      for (const table of manifest.tables) {
        const stream = client.query(copyTo(copyStatement(table)));
        await writer.addRows(toFileName(table.name), stream);
        rows[table.name] = stream.rowCount;
      }
      await writer.addTotals(rows);
    });
    await rename(partial, path);
    await syncFolder(dirname(path));
    return { manifest, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files };
  } finally {
    await client.end();
    await rm(partial, { force: true });
  }
}

/** As a query, which also reads a partitioned table. */
const copyStatement = ({ name, columns }: TableManifest): string =>
  `copy (select ${columns.join(', ')} from ${name}) to stdout`;

async function readManifest(client: pg.Client, secret: string): Promise<Manifest> {
  const { rows } = await client.query<{ at: Date; version: string }>(
    `select transaction_timestamp() as at, current_setting('server_version') as version`,
  );
  const migrations = await client.query<{ at: string }>(
    'select created_at as at from drizzle.__drizzle_migrations order by created_at',
  );
  return {
    form: 'kurs-backup/1',
    madeAt: (rows[0]?.at ?? new Date(Number.NaN)).toISOString(),
    release: readRelease(),
    postgres: rows[0]?.version ?? '',
    migrations: migrations.rows.map(({ at }) => Number(at)),
    tables: await listTables(client),
    sequences: await listSequences(client),
    secretMark: computeSecretMark(secret),
  };
}
