import type { CrashHook } from '#server/start/crash-points.ts';
import { type BarJournal, createBarJournal } from './bar-journal.ts';
import { createLeafJournal, type LeafJournal } from './leaf-journal.ts';
import { createSignedMemory, type SignedMemory } from './signed-memory.ts';
import { type CosignedJournal, createCosignedJournal } from '../witnesses/cosigned-journal.ts';
import { join } from 'node:path';
import type { RecordKey } from '../sign/record-key.ts';
import { toHex } from '#record/bytes.ts';
import { computeKeyId, parseVkey } from '#node/notes.ts';

/** What is kept of a record beside its database, in its folder. */
export interface RecordFiles {
  readonly memory: SignedMemory;
  readonly journal: LeafJournal;
  readonly bars: BarJournal;
  readonly cosigned: CosignedJournal;
}

export type OpenRecordFiles = (folder: string, crashPoint?: CrashHook) => RecordFiles;

export const openRecordFiles: OpenRecordFiles = (folder, crashPoint) => ({
  memory: createSignedMemory(folder),
  journal: createLeafJournal(folder, crashPoint),
  bars: createBarJournal(folder),
  cosigned: createCosignedJournal(folder),
});

/**
 * Named by the first key, which identifies the record; it stays the same when the record is handed
 * over to another key.
 */
export function recordFolder(dataDir: string, { terms, ...newest }: RecordKey): string {
  const first = parseVkey(terms[0]?.vkey ?? '') ?? newest;
  return join(dataDir, 'record', toHex(computeKeyId(first)));
}
