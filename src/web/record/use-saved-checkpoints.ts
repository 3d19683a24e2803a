import { useRef } from 'react';
import { recordPaths } from '#contract/paths.ts';
import type { RecordStart } from '#contract/record/record.ts';
import { getPublic } from '../api/request.ts';
import { useEvent } from '../api/event-hub.ts';
import { readStored } from '../storage/stored.ts';

/** A growing record is signed every second; comparing less often is enough. */
const everyMs = 30_000;

/**
 * Compares the checkpoints of the stream with the one saved in this browser while the page is
 * mounted.
 */
export function useSavedCheckpoints(): void {
  const checkedAt = useRef(Number.NEGATIVE_INFINITY);
  useEvent('checkpoint', ({ note }) => {
    const now = performance.now();
    if (now - checkedAt.current < everyMs) return;
    checkedAt.current = now;
    // A failed comparison is retried with the next checkpoint.
    saveNote(note).catch(() => undefined);
  });
}

async function saveNote(note: string): Promise<void> {
  const known = readStored('record-checkpoint')?.key ?? (await readKey());
  // Lazy: the signatures are of no use before the first checkpoint.
  const { isSigned, saveCheckpoint } = await import('./saved-checkpoint.ts');
  // A key that did not sign this note is not the record's any more.
  await saveCheckpoint({ key: isSigned({ key: known, note }) ? known : await readKey(), note });
}

const readKey = async (): Promise<string> => (await getPublic<RecordStart>(recordPaths.record)).key;
