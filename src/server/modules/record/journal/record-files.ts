import type { CrashHook } from '#server/start/crash-points.ts';
import { type BarJournal, createBarJournal } from './bar-journal.ts';
import { createLeafJournal, type LeafJournal } from './leaf-journal.ts';
import { createSignedMemory, type SignedMemory } from './signed-memory.ts';

/** What is kept of a record beside its database, in its folder. */
export interface RecordFiles {
  readonly memory: SignedMemory;
  readonly journal: LeafJournal;
  readonly bars: BarJournal;
}

export const openRecordFiles = (folder: string, crashPoint?: CrashHook): RecordFiles => ({
  memory: createSignedMemory(folder),
  journal: createLeafJournal(folder, crashPoint),
  bars: createBarJournal(folder),
});
