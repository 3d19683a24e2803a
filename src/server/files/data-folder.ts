import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';
import { StartError } from '#node/start-error.ts';

/** Folders under DATA_DIR whose files the product goes on writing; a finished export stays as it is. */
const writtenFolders = ['record', 'sandbox-broker'];
const isFinished = (name: string): boolean => name.endsWith('.gz');

/** Fails before anything is started whose files could not be written. */
export function requireWritable(dataDir: string): void {
  try {
    makeDataFolder(dataDir);
    for (const path of [dataDir, ...writtenFolders.flatMap((folder) => pathsUnder(join(dataDir, folder)))])
      accessSync(path, constants.W_OK);
  } catch (error) {
    throw notWritable(dataDir, error) ?? error;
  }
}

/** Not `recursive`: Node then tries for ever where the system has no folders of others, such as below /proc. */
export function makeDataFolder(path: string): void {
  if (isFolder(path)) return;
  makeDataFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT')
      throw new StartError(`No folder can be created at ${path}: choose another one with DATA_DIR.`);
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** What to do about an error of the folder; null: another error. */
export function notWritable(folder: string, error: unknown): StartError | null {
  const code = getErrorCode(error);
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return null;
  const path = error instanceof Error && 'path' in error ? String(error.path) : folder;
  const what = path === folder ? '' : ` (${path})`;
  const why = code === 'EROFS' ? 'it is on a read-only file system' : `this user may not (${code})`;
  return new StartError(
    `The data folder ${folder}${what} cannot be written, because ${why}: make it writable for this user, or choose another one with DATA_DIR.`,
  );
}

const pathsUnder = (folder: string): string[] =>
  existsSync(folder)
    ? [
        folder,
        ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => !isFinished(name))
          .map((name) => join(folder, name)),
      ]
    : [];
