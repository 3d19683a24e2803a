import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { StartError } from '#node/start-error.ts';
import { writeNewFile } from '#node/durable-files.ts';
import type { PostgresAccount } from './postgres-account.ts';
import { sharedFolder } from './postgres-binaries.ts';

/**
 * The folder of the cluster and its log: under the data folder, or, where PostgreSQL's account
 * cannot enter that, in the system's folder for such data. The data folder then contains a note
 * with the location.
 */
export function prepareClusterFolder(
  dataDir: string,
  account: PostgresAccount | null,
  print: (line: string) => void,
): string {
  const note = join(dataDir, 'postgres.at');
  if (existsSync(note)) return prepare(parseFolder(note), account);
  const own = prepare(join(dataDir, 'postgres'), account);
  if (!account || canEnter(own, account)) return own;
  if (readdirSync(own).length > 0) throw cannotEnter(own);
  rmdirSync(own);
  const elsewhere = prepare(join(sharedFolder(), `data-${randomBytes(4).toString('hex')}`), account);
  writeNewFile(note, `${elsewhere}\n`, 0o644);
  print(`The database is kept in ${elsewhere}, because PostgreSQL's user cannot enter ${dataDir}.`);
  return elsewhere;
}

function parseFolder(note: string): string {
  const folder = readFileSync(note, 'utf8').trim();
  if (!isAbsolute(folder))
    throw new StartError(`${note} must name the folder of the database. Restore it from a backup.`);
  return folder;
}

function prepare(folder: string, account: PostgresAccount | null): string {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  }
  return folder;
}

/** It has a database, which must neither be removed nor replaced by a new one elsewhere. */
const cannotEnter = (own: string): StartError =>
  new StartError(
    `PostgreSQL's user cannot enter or write ${own}, where its database is: give it back the folder and those above it (chmod a+x).`,
  );

/**
 * Checks with the operating system, because file modes alone are not sufficient (access lists,
 * mounts).
 */
function canEnter(folder: string, account: PostgresAccount): boolean {
  const question = spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return question.status === 0;
}

/** The folder of the embedded database; null: this data folder has none. */
export function findClusterFolder(dataDir: string): string | null {
  const note = join(dataDir, 'postgres.at');
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'postgres');
  const cluster = join(folder, 'cluster');
  return existsSync(cluster) ? cluster : null;
}
