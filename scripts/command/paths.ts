import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './run-command.ts';

/**
 * Resolves a path against the caller's working directory: npm and run.mjs start the program in the
 * project's folder and pass the original one.
 */
export const resolvePath = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/** A writable file in an existing folder, checked before minutes of work rather than after. */
export function fileToWrite(name: string, path: string): string {
  const whole = resolvePath(path);
  const stat = statIfThere(whole);
  if (stat?.isDirectory()) throw new UsageError(`${name}: ${whole} is a folder; name a file.`);
  const folder = dirname(whole);
  if (!statIfThere(folder)?.isDirectory()) throw new UsageError(`${name}: there is no folder ${folder}.`);
  if (!isWritable(stat ? whole : folder)) throw new UsageError(`${name}: ${whole} cannot be written.`);
  return whole;
}

/** A folder that is writable or can be created. */
export function folderToWrite(option: string, path: string): string {
  const whole = resolvePath(path);
  let nearest = whole;
  while (!statIfThere(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  if (!statIfThere(nearest)?.isDirectory()) throw new UsageError(`--${option}: ${nearest} is not a folder.`);
  if (!isWritable(nearest)) throw new UsageError(`--${option}: ${nearest} cannot be written.`);
  return whole;
}

function statIfThere(path: string): ReturnType<typeof statSync> | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
