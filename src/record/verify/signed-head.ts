import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import { fromBase64 } from '#record/bytes.ts';
import type { RecordCrypto } from '#record/signed-note.ts';
import type { Findings } from './findings.ts';

/**
 * Tree head of a signed checkpoint. Null, and a failure, when it is not signed by the record's key or
 * names another record.
 */
export function signedHead(
  { parseVkey, isSignedBy }: RecordCrypto,
  note: string,
  key: string,
  what: string,
  findings: Findings,
): TreeHead | null {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  if (!checkpoint || parseVkey(key)?.name !== checkpoint.origin || !isSignedBy(note, key)) {
    findings.fails('signature', `${what} is not signed by ${key}`);
    return null;
  }
  findings.holds(`${what} of ${checkpoint.size} leaves is signed by ${key}`);
  return { size: checkpoint.size, root: fromBase64(checkpoint.root) ?? new Uint8Array() };
}
