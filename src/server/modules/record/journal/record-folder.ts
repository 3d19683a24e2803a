import { join } from 'node:path';
import type { RecordKey } from '../sign/record-key.ts';
import { toHex } from '#record/bytes.ts';
import { computeKeyId, parseVkey } from '#node/notes.ts';

/**
 * Named by the first key, which identifies the record; it stays the same when the record is handed
 * over to another key.
 */
export function recordFolder(dataDir: string, { terms, ...newest }: RecordKey): string {
  const first = parseVkey(terms[0]?.vkey ?? '') ?? newest;
  return join(dataDir, 'record', toHex(computeKeyId(first)));
}
