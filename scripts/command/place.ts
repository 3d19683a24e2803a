import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '#research/bars/usage-error.ts';

/** A path as it is meant where the person stands: npm and run.mjs start us in the project's folder, and say where that was. */
export const placeOf = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/** A file that can be written, in a folder that is there: known before minutes of work, not after. */
export function fileToWrite(option: string, path: string): string {
  const place = placeOf(path);
  const stat = statOf(place);
  if (stat?.isDirectory()) throw new UsageError(`--${option}: ${place} is a folder; name a file.`);
  const folder = dirname(place);
  if (!statOf(folder)?.isDirectory()) throw new UsageError(`--${option}: there is no folder ${folder}.`);
  if (!isWritable(stat ? place : folder)) throw new UsageError(`--${option}: ${place} cannot be written.`);
  return place;
}

/** A folder that can be written, or can be made. */
export function folderToWrite(option: string, path: string): string {
  const place = placeOf(path);
  let nearest = place;
  while (!statOf(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  if (!statOf(nearest)?.isDirectory()) throw new UsageError(`--${option}: ${nearest} is not a folder.`);
  if (!isWritable(nearest)) throw new UsageError(`--${option}: ${nearest} cannot be written.`);
  return place;
}

function statOf(path: string): ReturnType<typeof statSync> | null {
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
