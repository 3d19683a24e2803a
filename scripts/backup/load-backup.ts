import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { once } from 'node:events';
import type { Decrypter } from 'age-encryption';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { finished } from 'node:stream/promises';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { readArchive } from './archive.ts';
import { storedFolders } from './data-files.ts';
import { toFileName } from './list-tables.ts';
import type { TableManifest } from './manifest.ts';
import type { VerifiedBackup } from './verify-archive.ts';

interface LoadBackupDependencies {
  readonly url: string;
  readonly dataDir: string;
  readonly path: string;
  readonly decrypter: Decrypter | null;
  readonly backup: VerifiedBackup;
  readonly print: (line: string) => void;
}

/** Throws UsageError unless nothing has been created in the database. */
export async function requireEmptyDatabase(url: string): Promise<void> {
  const found = await withClient(url, (client) =>
    client.query<{ name: string }>(
      `select format('%s.%s', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'drizzle', 'pgboss') order by 1`,
    ),
  );
  if (found.rows.length === 0) return;
  const { host, pathname } = new URL(url);
  throw new UsageError(
    `The database ${pathname.slice(1)} at ${host} is not empty (${found.rows.length} tables, the first is ${found.rows[0]?.name}): nothing was changed.\nRestore into a new one: create database … in PostgreSQL and name it in DATABASE_URL, or for the embedded one set DATA_DIR to a new folder.`,
  );
}

/**
 * Loads a verified backup into an empty database, all tables in one transaction, and puts the files
 * into DATA_DIR; a folder that has files already is left as it is. Foreign keys and constraints are
 * checked as in any other writing.
 */
export async function loadBackup(dependencies: LoadBackupDependencies): Promise<void> {
  const { url, backup } = dependencies;
  await migrateDatabase(url, { only: new Set(backup.manifest.migrations) });
  await createQueueTables(url);
  await withClient(url, async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    await fill(client, dependencies);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrateDatabase(url);
}

/** The queue makes its tables itself. */
async function createQueueTables(url: string): Promise<void> {
  const jobs = createJobs({ url, log: { error: (entry: unknown) => console.error(entry), warn: () => undefined } });
  await jobs.start([]);
  await jobs.stop();
}

async function fill(client: pg.Client, dependencies: LoadBackupDependencies): Promise<void> {
  const { path, decrypter, backup, dataDir } = dependencies;
  const { manifest, totals } = backup;
  const byFile = new Map(manifest.tables.map((table) => [toFileName(table.name), table]));
  for (const { name } of manifest.tables) await removeRowsOfMigrations(client, name);
  const files = createFileWriter(dataDir, dependencies.print);
  let open: { readonly table: TableManifest; readonly stream: CopyStreamQuery } | null = null;
  const close = async (): Promise<void> => {
    if (!open) return;
    const { table, stream } = open;
    open = null;
    stream.end();
    await finished(stream);
    if (stream.rowCount !== totals.rows[table.name])
      throw new Error(`${table.name} received ${stream.rowCount} of ${totals.rows[table.name]} rows`);
  };
  await readArchive(path, decrypter, {
    onManifest: () => undefined,
    onFile: files.write,
    onRows: async (name, piece) => {
      const table = byFile.get(name);
      if (!table) throw new UsageError(`The backup holds rows of ${name}, which its list of tables lacks.`);
      if (open?.table !== table) {
        await close();
        const columns = table.columns.join(', ');
        open = { table, stream: client.query(copyFrom(`copy ${table.name} (${columns}) from stdin`)) };
      }
      await writeTo(open.stream, piece);
    },
  });
  await close();
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
}

async function removeRowsOfMigrations(client: pg.Client, table: string): Promise<void> {
  const { rowCount } = await client.query(`select 1 from ${table} limit 1`);
  if (rowCount) await client.query(`delete from ${table}`);
}

async function writeTo(stream: CopyStreamQuery, piece: Buffer): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (!stream.write(piece)) await once(stream, 'drain');
}

/** Writes files into folders that have none yet. */
function createFileWriter(dataDir: string, print: (line: string) => void) {
  const left = new Set(storedFolders.filter((folder) => hasFiles(join(dataDir, folder))));
  for (const folder of left)
    print(`${join(dataDir, folder)} has files already and was left as it is: it may be newer than the backup.`);
  return {
    write: async (name: string, piece: Buffer, isFirst: boolean): Promise<void> => {
      const path = resolve(dataDir, name);
      if (!path.startsWith(resolve(dataDir) + sep))
        throw new UsageError(`The backup names a file outside of DATA_DIR: ${name}`);
      const isSecret = !name.includes('/');
      if (isSecret ? isFirst && existsSync(path) : [...left].some((folder) => name.startsWith(`${folder}/`))) return;
      mkdirSync(dirname(path), { recursive: true, mode: 0o711 });
      if (!isFirst) return appendFile(path, piece);
      await writeFile(path, piece, { mode: isSecret || name.startsWith('witness/') ? 0o600 : 0o644 });
      if (isSecret) chmodSync(path, 0o600);
    },
  };
}

const hasFiles = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).some((found) => found.isFile());

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'kurs restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
