import { fromBase64 } from '#record/bytes.ts';
import { type Checkpoint, parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { openNote, parseVkey } from './crypto.ts';

export interface SignedCheckpoint extends Checkpoint {
  readonly rootBytes: Uint8Array;
  /** Whether the key signed it. */
  readonly isSigned: boolean;
}

/** Parses a note and checks its signature; null: it is not a checkpoint of this key's record. */
export function openCheckpoint(note: string, vkey: string): SignedCheckpoint | null {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  const rootBytes = checkpoint && fromBase64(checkpoint.root);
  const key = parseVkey(vkey.trim());
  if (!checkpoint || !rootBytes || !key || checkpoint.origin !== key.name) return null;
  return { ...checkpoint, rootBytes, isSigned: openNote(note, key) !== null };
}
