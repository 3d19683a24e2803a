import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { getErrorCode } from '#domain/caught-error.ts';

/**
 * Replaces a file atomically and durably: a crash or a power cut leaves the old or the new content,
 * never a partial one.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  // Unique: another process on this folder may be writing too.
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/**
 * The directory must be synced too for the name of a new file to survive a power failure; Windows
 * cannot open directories.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a new file atomically and durably, or not at all. False: another process has written it
 * meanwhile, and its content is kept.
 */
export function writeNewFile(path: string, text: string, mode: number): boolean {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeThrough(draft, text, mode);
    const isOurs = place(draft, path);
    syncFolderNow(dirname(path));
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

function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
