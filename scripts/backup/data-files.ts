import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ArchiveWriter } from './archive.ts';

/** What the product keeps in DATA_DIR beside the database. */
export const storedFolders = ['record', 'witness', 'sandbox-broker'] as const;
/** Made by a demo; in production they are settings, which no backup holds. */
const storedSecrets = ['secret', 'demo-password'] as const;

const isLasting = (path: string): boolean => !/(^|\/)lock$|\.tmp$/.test(path);

/** A checkpoint names leaves, and leaves name bars: what names something is copied before it. */
const rank = (path: string): number => (path.endsWith('checkpoint.txt') ? 0 : path.endsWith('leaves.ndjson') ? 1 : 2);

export async function addDataFiles(writer: ArchiveWriter, dataDir: string): Promise<number> {
  const paths = listDataFiles(dataDir);
  for (const path of paths) await writer.addFile(path, readUpToNow(join(dataDir, path)));
  return paths.length;
}

function listDataFiles(dataDir: string): string[] {
  const inFolders = storedFolders.flatMap((folder) => listUnder(dataDir, folder));
  const secrets = storedSecrets.filter((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile());
  return [...inFolders.filter(isLasting).toSorted((a, b) => rank(a) - rank(b)), ...secrets];
}

function listUnder(dataDir: string, folder: string): string[] {
  const place = join(dataDir, folder);
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).replaceAll('\\', '/'));
}

/** A journal may grow meanwhile: what is written after this moment belongs to the next backup. */
async function* readUpToNow(path: string): AsyncGenerator<Buffer> {
  const { size } = statSync(path);
  if (size > 0) yield* createReadStream(path, { end: size - 1 });
}
