import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { dayMs } from '#domain/time.ts';

interface Folders {
  /** Folder of the new build; its files are moved away. */
  readonly built: string;
  /** Folder that the product serves. */
  readonly served: string;
  /** File that lists the files of the served build. */
  readonly list: string;
  /** Milliseconds UTC. */
  readonly now: number;
}

/** How long a page opened before a rebuild can still load its scripts. */
const retentionMs = 7 * dayMs;

/**
 * Replaces the previous build by atomic renames, file by file, so a running product never misses a
 * file that it listed at startup. Assets are moved before the pages that load them. Files that the
 * new build lacks are retained for a week, except pages, which a running product holds in memory.
 */
export async function publishBuild({ built, served, list, now }: Folders): Promise<void> {
  const next = (await listFiles(built)).toSorted((a, b) => Number(isPage(a)) - Number(isPage(b)));
  const before = new Set(await readList(list, served));
  for (const file of next) {
    await mkdir(dirname(join(served, file)), { recursive: true });
    await rename(join(built, file), join(served, file));
  }
  const current = new Set(next);
  for (const file of await listFiles(served)) {
    if (!current.has(file)) await retire(join(served, file), { file, current, isReplaced: before.has(file), now });
  }
  await writeFile(`${list}.next`, JSON.stringify(next));
  await rename(`${list}.next`, list);
  await rm(built, { recursive: true });
}

interface Retiring {
  readonly file: string;
  readonly current: ReadonlySet<string>;
  /** True: replaced by this build. False: by an earlier one, at the file's modification time. */
  readonly isReplaced: boolean;
  readonly now: number;
}

async function retire(path: string, { file, current, isReplaced, now }: Retiring): Promise<void> {
  const isOldForm = current.has(file.replace(/\.(br|gz)$/, ''));
  if (isPage(file) || isOldForm) return rm(path);
  if (isReplaced) return utimes(path, now / 1000, now / 1000);
  if ((await stat(path)).mtimeMs < now - retentionMs) await rm(path);
}

const isPage = (file: string): boolean => /\.(html|xml|txt)$/.test(file);

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Without a list, all served files count as the previous build. */
async function readList(list: string, served: string): Promise<string[]> {
  const text = await readFile(list, 'utf8').catch(() => null);
  return text === null ? listFiles(served) : z.array(z.string()).parse(JSON.parse(text));
}
