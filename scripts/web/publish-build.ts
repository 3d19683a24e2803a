import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { dayMs } from '#domain/time.ts';

interface Places {
  /** What was built just now; its files are moved away. */
  readonly built: string;
  /** What the product serves. */
  readonly served: string;
  /** Names the files of the build that is served. */
  readonly list: string;
  /** Milliseconds UTC. */
  readonly now: number;
}

/** A page that was opened before a rebuild loads its scripts for so long. */
const retentionMs = 7 * dayMs;

/**
 * Puts a build in the place of the one before, file by file and each at once: a product that runs never misses a file that it
 * listed at its start. What pages load comes before the pages; what the new build lacks stays for a week, but for pages,
 * which a running product holds in memory.
 */
export async function publishBuild({ built, served, list, now }: Places): Promise<void> {
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
  /** By this build; else by an earlier one, at the file's time. */
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

/** Without a list everything that is served is of the build before. */
async function readList(list: string, served: string): Promise<string[]> {
  const text = await readFile(list, 'utf8').catch(() => null);
  return text === null ? listFiles(served) : (JSON.parse(text) as string[]);
}
