import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { configureSession } from './connection-settings.ts';

interface Options {
  readonly folder?: string;
  /** Waits between two attempts. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** An advisory lock number used only by this product: 'kurs' in ASCII. */
const lockNumber = 0x6b757273;
const lockPollMs = 250;

/**
 * Lock timeout of one transaction for all its table locks, because writers queue behind a waiting
 * ALTER TABLE.
 */
const lockWaitMs = 500;
const attempts = 30;
const retryAfterMs = 1_000;

const insufficientPrivilege = '42501';
/** Lock timeout and deadlock. */
const retried: ReadonlySet<string> = new Set(['55P03', '40P01']);

/**
 * Applies each migration file that the database lacks: in its own transaction, or statement by
 * statement outside a transaction if it builds indexes concurrently or validates constraints. A
 * file that fails leaves the earlier ones applied. Of several processes that start concurrently,
 * the first one migrates while the others wait.
 */
export async function migrateDatabase(
  url: string,
  { folder = migrationsFolder, wait = pause }: Options = {},
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'kurs migrations',
  });
  // A broken connection also rejects the running query.
  client.on('error', () => {});
  await client.connect();
  try {
    await prepareSession(client);
    while (!(await tryLock(client))) await wait(lockPollMs);
    const applied = await listApplied(client);
    for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
      if (applied.has(migration.folderMillis)) continue;
      if (migration.sql.some(isOnline)) await applyOnline(client, migration);
      else await applyInTransaction(client, migration, wait);
    }
  } finally {
    // Closing the connection also releases the lock.
    await client.end();
  }
}

async function prepareSession(client: pg.Client): Promise<void> {
  await configureSession(client, { client_min_messages: 'warning', statement_timeout: '0' });
  try {
    // Autovacuum releases its lock after deadlock_timeout, which must be shorter than our
    // lock_timeout.
    await client.query("set deadlock_timeout to '100ms'");
  } catch (error) {
    if (getErrorCode(error) !== insufficientPrivilege) throw error;
  }
}

/**
 * Polls instead of waiting inside a statement, whose snapshot would block the concurrent index
 * build of the migrating process.
 */
async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockNumber]);
  return rows[0]?.locked === true;
}

/**
 * Reads the migrations table of drizzle's own migrator, which applied the files of earlier
 * releases.
 */
async function listApplied(client: pg.Client): Promise<ReadonlySet<number>> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<{ created_at: string }>('select created_at from drizzle.__drizzle_migrations');
  return new Set(rows.map((row) => Number(row.created_at)));
}

const markApplied = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);

async function applyInTransaction(
  client: pg.Client,
  migration: MigrationMeta,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await runWithinLockWait(client, migration.sql);
      await markApplied(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (attempt === attempts || !retried.has(getErrorCode(error))) throw error;
    }
    await wait(retryAfterMs);
  }
}

/**
 * The statements share one lock timeout, because the locks of the first are held while the next one
 * waits.
 */
async function runWithinLockWait(client: pg.Client, statements: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  for (const statement of statements) {
    const left = Math.max(1, Math.round(lockWaitMs - (performance.now() - startedAt)));
    await client.query(`set local lock_timeout to ${left}`);
    await client.query(statement);
  }
}

/** Every statement is repeatable, so that an interrupted file is run again from its start. */
async function applyOnline(client: pg.Client, migration: MigrationMeta): Promise<void> {
  for (const text of migration.sql) {
    const statement = onlineStatement(text);
    if (!statement)
      throw new Error(`A migration that runs outside a transaction holds a statement that cannot be repeated: ${text}`);
    if (statement.builds) await dropInvalidIndex(client, statement.builds);
    await client.query(text);
  }
  await markApplied(client, migration);
}

/** An interrupted build leaves an invalid index behind, which IF NOT EXISTS would accept. */
async function dropInvalidIndex(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently if exists ${index}`);
}

const getErrorCode = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

interface OnlineStatement {
  /** Name of the index that it builds, as written in the statement. */
  readonly builds: string | null;
}

const identifier = '("[^"]+"|[a-z_]\\w*)';
const createIndex = new RegExp(`^create (?:unique )?index concurrently if not exists ${identifier} on `, 'i');
const dropIndex = new RegExp(`^drop index concurrently if exists ${identifier}$`, 'i');
const validate = new RegExp(`^alter table ${identifier} validate constraint ${identifier}$`, 'i');

/**
 * A statement that does not block writers while it scans a table and is safe to repeat; null: any
 * other statement.
 */
export function onlineStatement(statement: string): OnlineStatement | null {
  const text = plain(statement);
  const builds = createIndex.exec(text)?.[1] ?? null;
  return builds !== null || dropIndex.test(text) || validate.test(text) ? { builds } : null;
}

/** Whether a migration file that contains this statement runs outside a transaction. */
export const isOnline = (statement: string): boolean =>
  / concurrently |\bvalidate constraint\b/i.test(plain(statement));

/** The statement without comments, line breaks and the trailing semicolon. */
const plain = (statement: string): string =>
  statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().replace(/ ?;$/, '');
