import { findBrokenHandover, type RecordKeyTerm } from '#record/record-handover.ts';
import type { RecordCrypto } from '#record/signed-note.ts';
import type { Findings } from './findings.ts';

/**
 * Checks, from the oldest key on, that each key of a record was handed the record by its
 * predecessor.
 */
export function verifyKeyChain({ isSignedBy }: RecordCrypto, keys: readonly RecordKeyTerm[], findings: Findings): void {
  const broken = findBrokenHandover(keys, isSignedBy);
  if (broken) findings.fails('key', `no hand-over names the key ${broken.vkey}`);
  else if (keys.length > 1) findings.holds(`each of ${keys.length} keys was named by a hand-over of the previous one`);
}
