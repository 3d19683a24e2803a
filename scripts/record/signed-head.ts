import { readCheckpoint } from '#domain/checkpoint.ts';
import type { TreeHead } from '#engine/record/proofs.ts';
import { openNote, readVkey } from '#server/modules/record/signed-note.ts';
import type { Findings } from './findings.ts';

/** What a signed checkpoint says; null, and told, when this key did not sign it or it names another record. */
export function signedHead(note: string, vkey: string, what: string, findings: Findings): TreeHead | null {
  const key = readVkey(vkey);
  const text = key && openNote(note, key);
  const checkpoint = text && readCheckpoint(text);
  if (!key || !checkpoint || checkpoint.origin !== key.name) {
    findings.fails('signature', `${what} is not signed by ${vkey}`);
    return null;
  }
  findings.holds(`${what} of ${checkpoint.size} leaves is signed by ${vkey}`);
  return { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') };
}
