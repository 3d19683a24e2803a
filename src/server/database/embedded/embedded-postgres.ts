import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '#node/start-error.ts';
import { prepareClusterFolder } from './cluster-folder.ts';
import { takeDataLock, isRunning } from './data-lock.ts';
import { findOwner, postgresAccount, type PostgresAccount } from './postgres-account.ts';
import { type PostgresBinaries, usableBinaries } from './postgres-binaries.ts';
import { pidLines, postgresEnvironment, type PostgresServer, startServer } from './postgres-server.ts';
import { loadOrCreateSecret } from '../../crypto/load-or-create-secret.ts';

interface EmbeddedPostgres {
  readonly url: string;
  /** Resolves when the server ends for any reason, with the last lines of its log. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Prints slow steps to the terminal. */
  readonly print: (line: string) => void;
  /** Settings of postgresql.conf; tests disable the slow ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

const databaseName = 'kurs';
const passwordName = 'postgres-password';

/**
 * An embedded PostgreSQL under the data folder, reachable only from localhost, which ends with this
 * process.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  const release = takeDataLock(dataDir);
  try {
    const server = await open(options);
    const url = `postgres://kurs:${loadOrCreateSecret(dataDir, passwordName)}@127.0.0.1:${server.port}/${databaseName}`;
    await ensureDatabase(url).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return { url, exited: server.exited, stop: () => server.stop().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function open({ dataDir, print, settings }: EmbeddedPostgresOptions): Promise<PostgresServer> {
  const account = findOwner(join(dataDir, 'postgres')) ?? postgresAccount(print);
  const password = loadOrCreateSecret(dataDir, passwordName);
  const folder = prepareClusterFolder(dataDir, account, print);
  const binaries = usableBinaries(account, print);
  const cluster = join(folder, 'cluster');
  if (existsSync(cluster)) {
    assertSameVersion(cluster, binaries, account);
    await stopLeftover(cluster, print);
  } else await createCluster({ folder, cluster, binaries, account, password, print });
  return startServer({ folder, cluster, binaries, account, settings: settings ?? {} });
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

/**
 * PostgreSQL reads only data folders of its own major version, and this release includes no other
 * version.
 */
function assertSameVersion(cluster: string, binaries: PostgresBinaries, account: PostgresAccount | null): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const packaged = parseMajor(binaries, account);
  if (made === packaged) return;
  throw new StartError(
    [
      `The database in ${cluster} was made by PostgreSQL ${made}; this release comes with PostgreSQL ${packaged}, which cannot read it.`,
      `Nothing was changed. Start it with the release that made it; pg_dump of PostgreSQL ${made} carries its data over.`,
    ].join('\n'),
  );
}

/** Parses an output such as "postgres (PostgreSQL) 18.4". */
function parseMajor({ postgres }: PostgresBinaries, account: PostgresAccount | null): string {
  const { stdout } = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const major = / (\d+)/.exec(stdout)?.[1];
  if (!major) throw new Error(`cannot parse the PostgreSQL version: ${stdout}`);
  return major;
}

const fastStopWithinMs = 5_000;
const immediateStopWithinMs = 3_000;

/**
 * Stops the server left by a killed process. We hold the data lock, so no live process is using it.
 */
async function stopLeftover(cluster: string, print: (line: string) => void): Promise<void> {
  const pid = Number(pidLines(cluster)[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (!isRunning(pid)) return;
  if (!isServerProcess(pid, cluster)) return removePidFile(cluster);
  print('Closing the database that an earlier run left open…');
  if (await ended(pid, 'SIGINT', fastStopWithinMs)) return;
  if (await ended(pid, 'SIGQUIT', immediateStopWithinMs)) return;
  throw new Error(`the PostgreSQL left by an earlier run (process ${pid}) does not stop`);
}

/**
 * The pid was reused by another program: PostgreSQL would mistake that one for a running server and
 * refuse to start.
 */
const removePidFile = (cluster: string): void => rmSync(join(cluster, 'postmaster.pid'), { force: true });

const isServerProcess = (pid: number, cluster: string): boolean => findCommand(pid).includes(cluster);

function findCommand(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

async function ended(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return !isRunning(pid);
  }
  for (let waited = 0; waited < withinMs; waited += 50) {
    if (!isRunning(pid)) return true;
    await pause(50);
  }
  return false;
}

interface NewCluster {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly account: PostgresAccount | null;
  readonly password: string;
  readonly print: (line: string) => void;
}

/**
 * Created next to its final location and renamed when complete, so that an interrupted start leaves
 * no partial database.
 */
async function createCluster({ folder, cluster, binaries, account, password, print }: NewCluster): Promise<void> {
  print('Creating the database…');
  const draft = join(folder, 'draft');
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = writePassword(folder, account, password);
  try {
    await runInitdb(binaries.initdb, getArguments(draft, passwordFile), folder, account);
  } finally {
    rmSync(join(passwordFile, '..'), { recursive: true, force: true });
  }
  renameSync(draft, cluster);
}

/** Collation by code point in UTF-8: the same order on every system, independent of its locales. */
const getArguments = (draft: string, passwordFile: string): string[] => [
  `--pgdata=${draft}`,
  '--username=kurs',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C',
  '--builtin-locale=C.UTF-8',
];

function writePassword(parent: string, account: PostgresAccount | null, password: string): string {
  const folder = mkdtempSync(join(parent, 'password-'));
  const path = join(folder, 'password');
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  if (account) for (const owned of [folder, path]) chownSync(owned, account.uid, account.gid);
  return path;
}

function runInitdb(initdb: string, args: string[], cwd: string, account: PostgresAccount | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const child = spawn(initdb, args, {
      ...account,
      cwd,
      stdio: [...stdio],
      env: postgresEnvironment(),
      windowsHide: true,
    });
    let stderrText = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderrText += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}: ${stderrText.trim()}`)),
    );
  });
}
