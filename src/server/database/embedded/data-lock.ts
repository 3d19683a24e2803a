import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { getErrorCode } from '#domain/caught-error.ts';
import { StartError } from '#node/start-error.ts';
import { makeDataFolder } from '../../files/data-folder.ts';

const Holder = z.object({
  pid: z.number(),
  /** Distinguishes this process from a later one with the same pid. */
  mark: z.string().nullable().default(null),
});
type Holder = z.infer<typeof Holder>;

/** Another process holds the data folder. */
export class DataInUseError extends StartError {}

/**
 * Allows one process per data folder; the lock of a crashed holder is ignored. Returns the release
 * function.
 */
export function takeDataLock(dataDir: string): () => void {
  makeDataFolder(dataDir);
  const path = join(dataDir, 'lock');
  const own = JSON.stringify({ pid: process.pid, mark: processMark(process.pid) } satisfies Holder);
  for (let attempt = 0; attempt < 5; attempt++) {
    if (tryToWrite(path, own)) return () => releaseOwn(path, own);
    const found = readText(path);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder && isSameProcess(holder.pid, holder.mark)) throw heldBy(holder.pid, dataDir);
    removeStale(path, found);
  }
  throw new StartError(`The data folder ${dataDir} is being taken by several processes at once. Start only one.`);
}

function heldBy(pid: number, dataDir: string): DataInUseError {
  return new DataInUseError(
    `The data folder ${dataDir} is in use by process ${pid}.\nStop that process first (Ctrl-C where it runs, or: kill ${pid}), or start this one with another DATA_DIR and PORT.`,
  );
}

function tryToWrite(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function parseHolder(text: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Moves a stale lock aside by rename, and restores it if another process had just replaced it with
 * a fresh one.
 */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readText(aside);
  if (moved !== null && moved !== stale) tryToWrite(path, moved);
  rmSync(aside, { force: true });
}

function releaseOwn(path: string, own: string): void {
  if (readText(path) === own) rmSync(path, { force: true });
}

/**
 * Start time of a process and its boot id (proc(5): field 22 of stat). Null when the system does
 * not provide it.
 */
export function processMark(pid: number): string | null {
  const fields = statFields(pid);
  return fields && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

/** Whether the process with this pid and mark is still running. */
function isSameProcess(pid: number, mark: string | null): boolean {
  return isRunning(pid) && (mark === null || processMark(pid) === mark);
}

/** A zombie (state Z, permanent when nobody waits for it) is not running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && statFields(pid)?.[0] !== 'Z';
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
}

/**
 * From the third field of proc(5) stat on: the name before it, in parentheses, may contain spaces.
 */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
