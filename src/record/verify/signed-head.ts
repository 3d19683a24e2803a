import { type Checkpoint, parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { findBrokenHandover, keysForSize, type RecordKeyTerm } from '#record/record-handover.ts';
import type { TreeHead } from '#record/proofs.ts';
import { fromBase64 } from '#record/bytes.ts';
import type { RecordCrypto } from '#record/signed-note.ts';
import type { Findings } from './findings.ts';

/**
 * Tree head of a signed checkpoint. Null, and a failure, when it is not signed by the key for its
 * size or names another record. `keys`: those of the record, oldest first.
 */
export function signedHead(
  crypto: RecordCrypto,
  note: string,
  keys: readonly RecordKeyTerm[],
  what: string,
  findings: Findings,
): TreeHead | null {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  const signer = checkpoint && findSigner(crypto, note, checkpoint, keys);
  if (!checkpoint || !signer) {
    const allowed = checkpoint ? keysForSize(keys, checkpoint.size) : [];
    const wanted = (allowed.length > 0 ? allowed : keys).map(({ vkey }) => vkey);
    findings.fails('signature', `${what} is not signed by ${wanted.join(' or ')}`);
    return null;
  }
  findings.holds(`${what} of ${checkpoint.size} leaves is signed by ${signer.vkey}`);
  return { size: checkpoint.size, root: fromBase64(checkpoint.root) ?? new Uint8Array() };
}

/** The key of the record that signed this checkpoint; undefined: none of those for its size. */
export const findSigner = (
  { parseVkey, isSignedBy }: RecordCrypto,
  note: string,
  { origin, size }: Checkpoint,
  keys: readonly RecordKeyTerm[],
): RecordKeyTerm | undefined =>
  keysForSize(keys, size).find(({ vkey }) => parseVkey(vkey)?.name === origin && isSignedBy(note, vkey));

/**
 * Checks, from the oldest key on, that each key of a record was handed the record by its
 * predecessor.
 */
export function verifyKeyChain({ isSignedBy }: RecordCrypto, keys: readonly RecordKeyTerm[], findings: Findings): void {
  const broken = findBrokenHandover(keys, isSignedBy);
  if (broken) findings.fails('key', `no hand-over names the key ${broken.vkey}`);
  else if (keys.length > 1) findings.holds(`each of ${keys.length} keys was named by a hand-over of the previous one`);
}
