import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';

/**
 * Writes a new file atomically and durably, or not at all. False: another process has written it
 * meanwhile, and its content is kept.
 */
export function writeNewFile(path: string, text: string, mode: number): boolean {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeThrough(draft, text, mode);
    const isOurs = place(draft, path);
    syncFolder(dirname(path));
    return isOurs;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeThrough(path: string, text: string, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * A link fails when the name is taken, which a rename does not; some file systems have no links.
 */
function place(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    renameSync(draft, path);
    return true;
  }
}

/**
 * The directory must be synced too for the name of a new file to survive a power failure; Windows
 * cannot open directories.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
