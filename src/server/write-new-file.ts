import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that does not exist yet: whole and on the disk, or not at all. False: another process has written it
 * meanwhile, and its content stands.
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

/** A link refuses a name that is taken, which a rename does not; some file systems have no links. */
function place(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    renameSync(draft, path);
    return true;
  }
}

/** The name of a new file survives a power cut only when its folder was written, too; Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
