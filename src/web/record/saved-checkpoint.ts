import type { TreeHead } from '#record/merkle-path.ts';
import { openHead } from '#record/signed-note.ts';
import { Contradiction, continues, type HashTile, openSignedTiles } from '#record/signed-tiles.ts';
import { tilePath } from '#record/tile.ts';
import { readStored, type Stored, writeStored } from '../storage/stored.ts';
import { getRecordBytes, NoAnswer } from './fetch-record.ts';
import { recordCrypto } from './record-crypto.ts';

/** A signed note, and the vkey that it is verified with. */
type KnownNote = Stored<'record-checkpoint'>;

const open = ({ key, note }: KnownNote): TreeHead | null => openHead(recordCrypto, note, key);

/** Whether the key signed the note. */
export const isSigned = (known: KnownNote): boolean => open(known) !== null;

/**
 * `goes_on`: all that this browser has saved is still there, or nothing was. `rewritten`: it is not.
 * `other_key`: it is signed by another key, so it is another record. `unknown`: no answer came.
 */
export type Continuity = 'goes_on' | 'rewritten' | 'other_key' | 'unknown';

/** Saves a checkpoint that continues the one saved in this browser (rule 2). */
export async function saveCheckpoint(found: KnownNote): Promise<Continuity> {
  const saved = readStored('record-checkpoint');
  const [own, known] = [open(found), saved && open(saved)];
  if (!own) return 'unknown';
  if (saved && known && saved.key !== found.key) return contradict(found, 'other_key');
  // A checkpoint of an event may be older than one that was read meanwhile: it is then a part of it.
  const isNewer = !known || own.size >= known.size;
  const continuity = known ? await compare(isNewer ? [known, own] : [own, known]) : 'goes_on';
  if (continuity === 'rewritten') return contradict(found, continuity);
  if (continuity === 'goes_on' && isNewer) writeStored('record-checkpoint', found);
  return continuity;
}

/** An honest record shows the tiles of every tree that it has signed. */
async function compare([older, newer]: readonly [TreeHead, TreeHead]): Promise<Continuity> {
  try {
    const readTile = (tile: HashTile) => getRecordBytes(`/api/record/${tilePath(tile)}`);
    const tiles = await openSignedTiles(recordCrypto.sha256, readTile, newer);
    return (await continues(recordCrypto.sha256, tiles, older)) ? 'goes_on' : 'rewritten';
  } catch (error) {
    if (error instanceof Contradiction || (error instanceof NoAnswer && error.isClientError)) return 'rewritten';
    if (error instanceof NoAnswer) return 'unknown';
    throw error;
  }
}

function contradict(found: KnownNote, kind: 'rewritten' | 'other_key'): Continuity {
  writeStored('record-contradiction', { ...found, kind });
  return kind;
}

/** Accepts the current checkpoint as the new baseline, after the user has read the warning. */
export function clearCheckpoint(): void {
  writeStored('record-checkpoint', null);
  writeStored('record-contradiction', null);
}
