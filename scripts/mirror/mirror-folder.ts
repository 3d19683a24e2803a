import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { RecordKeys } from '#contract/record/record.ts';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import { tilePath, tileWidth } from '#record/tile.ts';
import { writeBundle } from '#server/modules/record/publish/entry-bundle.ts';
import { replaceFile } from '#node/replace-file.ts';
import { syncFolder } from '#node/sync-folder.ts';
import { createFolderSource, readIfThere } from './folder-source.ts';
import { type HashTile, splitHashes, type TileSource } from './tile-source.ts';

/**
 * A copy of a record as files, laid out as C2SP tlog-tiles, so that any web server can serve it.
 * Every file is written atomically and flushed to the disk.
 */
export interface MirrorFolder extends TileSource {
  /** Null: nothing is mirrored yet. */
  readCheckpoint(): Promise<string | null>;
  readKeys(): Promise<RecordKeyTerm[] | null>;
  /** Null: it is not stored. */
  readFullTile(level: number, n: number): Promise<Buffer[] | null>;
  hasFullBundle(n: number): Promise<boolean>;
  saveHashes(tile: HashTile, hashes: readonly Buffer[]): Promise<void>;
  saveEntries(n: number, entries: readonly string[]): Promise<void>;
  saveCheckpoint(note: string): Promise<void>;
  saveKeys(keys: readonly RecordKeyTerm[]): Promise<void>;
  /** Saves a note that contradicts the mirror, beside the mirror's own. Returns where. */
  saveContradiction(notes: readonly string[]): Promise<string>;
}

type Save = (path: string, content: string | Uint8Array) => Promise<void>;

/** `replace`: writes a file atomically. */
export function createMirrorFolder(folder: string, replace: Save = replaceFile): MirrorFolder {
  const place = (path: string): string => join(folder, path);
  const save: Save = async (path, content) => {
    await makeFolder(folder, dirname(place(path)));
    await replace(place(path), content);
  };
  const fullTile = (level: number | 'entries', n: number): string => tilePath({ level, n, width: tileWidth });
  return {
    ...createFolderSource(folder),
    readCheckpoint: async () => (await readIfThere(place('checkpoint')))?.toString() ?? null,
    readKeys: async () => {
      const text = await readIfThere(place('keys.json'));
      return text && RecordKeys.parse(JSON.parse(text.toString()));
    },
    readFullTile: async (level, n) => {
      const bytes = await readIfThere(place(fullTile(level, n)));
      return bytes && splitHashes(bytes, fullTile(level, n));
    },
    hasFullBundle: async (n) => existsSync(place(fullTile('entries', n))),
    saveHashes: async (tile, hashes) => {
      await save(tilePath(tile), Buffer.concat(hashes));
      // Partial tiles are kept until then, for readers of earlier checkpoints.
      if (tile.width === tileWidth) await rm(place(`${tilePath(tile)}.p`), { recursive: true, force: true });
    },
    saveEntries: async (n, entries) => {
      const path = tilePath({ level: 'entries', n, width: entries.length });
      await save(path, writeBundle(entries));
      await removeOtherParts(place(`${fullTile('entries', n)}.p`), entries.length);
    },
    saveCheckpoint: (note) => save('checkpoint', note),
    saveKeys: (keys) => save('keys.json', `${JSON.stringify(keys, null, 2)}\n`),
    saveContradiction: async (notes) => {
      for (const note of notes) await save(`contradiction/${getName(note)}`, note);
      return place('contradiction');
    },
  };
}

/** New folders are flushed too, from the file's up to the mirror's. */
async function makeFolder(root: string, path: string): Promise<void> {
  if ((await mkdir(path, { recursive: true })) === undefined) return;
  for (let at = path; relative(root, at) !== ''; at = dirname(at)) await syncFolder(dirname(at));
}

async function removeOtherParts(folder: string, width: number): Promise<void> {
  if (width === tileWidth) return rm(folder, { recursive: true, force: true });
  for (const name of await readdir(folder)) if (name !== String(width)) await rm(join(folder, name));
}

const getName = (note: string): string =>
  `${note.split('\n')[1] ?? ''}-${createHash('sha256').update(note).digest('hex').slice(0, 16)}.txt`;
