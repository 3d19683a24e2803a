import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { UsageError } from '../command/run-command.ts';
import { findClusterFolder, prepareClusterFolder } from '#server/database/embedded/cluster-folder.ts';
import { takeDataLock, isRunning } from '#server/database/embedded/data-lock.ts';
import { findOwner, postgresAccount } from '#server/database/embedded/postgres-account.ts';
import { pidLines } from '#server/database/embedded/postgres-server.ts';

type Print = (line: string) => void;

/** An archive is a tar.gz of DATA_DIR in which the database, wherever it lies, is `cluster`. */
const mark = 'cluster/PG_VERSION';
const notArchived = new Set(['lock', 'postgres', 'postgres.at']);

/** DATA_DIR, unless the database is the operator's own, which its own tools back up. */
export function findDataDir({ DATABASE_URL: url, DATA_DIR: folder }: NodeJS.ProcessEnv): string {
  const dataDir = resolve(folder ?? './data');
  if (!url) return dataDir;
  throw new UsageError(
    `DATABASE_URL names a PostgreSQL of your own: back it up with deploy/backup.sh or pgBackRest (docs/operating.md).
Keep ${join(dataDir, 'record')}, which holds what the record has signed, and SECRET with each backup of it.`,
  );
}

/** Archives the data folder of a stopped product. The file appears under its name only when it is whole. */
export async function writeArchive(file: string, dataDir: string): Promise<void> {
  const cluster = findClusterFolder(dataDir);
  if (cluster === null)
    throw new UsageError(`There is no database under ${dataDir}: set DATA_DIR as the product has it.`);
  if (existsSync(file)) throw new UsageError(`${file} exists already.`);
  await withDataLock(dataDir, async () => {
    const postgres = Number(pidLines(cluster)[0]);
    if (postgres > 0 && isRunning(postgres))
      throw new UsageError(
        `The database still runs (process ${postgres}) after its product was killed: kill -INT ${postgres}`,
      );
    const entries = readdirSync(dataDir).filter((name) => !notArchived.has(name));
    const draft = `${file}.part`;
    const output = openSync(draft, 'w', 0o600);
    try {
      const folders = ['-C', dataDir, ...entries.map((name) => `./${name}`), '-C', join(cluster, '..'), 'cluster'];
      await runTar(['-cz', '--exclude=postmaster.pid', '-f', '-', ...folders], ['ignore', output]);
      fsyncSync(output);
      renameSync(draft, file);
    } finally {
      closeSync(output);
      rmSync(draft, { force: true });
    }
  });
}

/** Unpacks an archive into an empty data folder; the database last, so that no start finds half of it. */
export async function unpackArchive(file: string, dataDir: string, print: Print): Promise<void> {
  const [found] = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (found !== undefined)
    throw new UsageError(`${dataDir} is not empty (${found}): nothing was changed. Name a new folder in DATA_DIR.`);
  await verifyArchive(file);
  await withDataLock(dataDir, async () => {
    const account = findOwner(join(dataDir, 'postgres')) ?? postgresAccount(print);
    const clusterFolder = prepareClusterFolder(dataDir, account, print);
    const draft = join(clusterFolder, 'draft');
    try {
      await extract(file, ['-C', dataDir, '--exclude=cluster']);
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft, { mode: 0o700 });
      await extract(file, ['-C', draft, 'cluster']);
      if (account)
        for (const name of ['', ...readdirSync(draft, { recursive: true, encoding: 'utf8' })])
          chownSync(join(draft, name), account.uid, account.gid);
      renameSync(join(draft, 'cluster'), join(clusterFolder, 'cluster'));
      rmSync(draft, { recursive: true });
    } catch (error) {
      for (const partial of [draft, ...readdirSync(dataDir).map((name) => join(dataDir, name))])
        rmSync(partial, { recursive: true, force: true });
      throw error;
    }
  });
}

async function verifyArchive(file: string): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const listed = await withInput(file, (input) => runTar(['-tz', '-f', '-'], [input, 'pipe'])).catch(() => null);
  if (listed === null) throw new UsageError(`${file} is cut off, damaged, or no archive: nothing was changed.`);
  if (!listed.split(/\r?\n/).includes(mark))
    throw new UsageError(`${file} was not written by npm run backup: nothing was changed.`);
}

const extract = (file: string, args: readonly string[]): Promise<string> =>
  withInput(file, (input) => runTar(['-xpz', '-f', '-', ...args], [input, 'ignore']));

async function withInput<T>(file: string, run: (input: number) => Promise<T>): Promise<T> {
  const input = openSync(file, 'r');
  try {
    return await run(input);
  } finally {
    closeSync(input);
  }
}

/** The system's own tar (Linux, macOS, Windows 10 and newer), over descriptors: it reads `C:` in a name as a host. */
async function runTar(args: readonly string[], [input, output]: ['ignore' | number, 'ignore' | 'pipe' | number]) {
  const child = spawn('tar', args, { stdio: [input, output, 'pipe'], env: { ...process.env, COPYFILE_DISABLE: '1' } });
  const [[code], listed, errors] = await Promise.all([
    once(child, 'close'),
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  if (code !== 0) throw new Error(`tar ended with ${code}: ${errors.trim()}`);
  return listed;
}

async function withDataLock(dataDir: string, run: () => Promise<void>): Promise<void> {
  const release = takeDataLock(dataDir);
  try {
    await run();
  } finally {
    release();
  }
}
