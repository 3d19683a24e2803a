import { fromBase64 } from './bytes.ts';
import { parseCheckpoint, parseNote } from './checkpoint.ts';
import type { TreeHead } from './merkle-path.ts';
import type { RecordCrypto } from './signed-note.ts';

export interface SignedHead extends TreeHead {
  readonly origin: string;
}

/** The tree that a note states; its signature is not checked. Null: it is no checkpoint. */
export function parseHead(note: string): SignedHead | null {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  return (
    checkpoint && {
      origin: checkpoint.origin,
      size: checkpoint.size,
      root: fromBase64(checkpoint.root) ?? new Uint8Array(),
    }
  );
}

/** Null: not a checkpoint of the record that this key signs. */
export function openHead(
  { parseVkey, isSignedBy }: Pick<RecordCrypto, 'parseVkey' | 'isSignedBy'>,
  note: string,
  key: string,
): SignedHead | null {
  const head = parseHead(note);
  return head && parseVkey(key)?.name === head.origin && isSignedBy(note, key) ? head : null;
}
