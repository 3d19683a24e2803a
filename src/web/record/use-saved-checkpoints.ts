import { useRef } from 'react';
import { recordPaths } from '#contract/record-paths.ts';
import { readPublicText } from '../api/read-public.ts';
import { useEvent } from '../api/use-event.ts';
import { readStored } from '../storage/stored.ts';
import { saveCheckpoint } from './saved-checkpoint.ts';
import { openCheckpoint } from './signed-checkpoint.ts';

/** A record that grows is signed each second: so often nobody needs to look. */
const everyMs = 30_000;

/** Holds the checkpoints of the stream against the one that this browser keeps, for as long as its page is shown. */
export function useSavedCheckpoints(): void {
  const lookedAt = useRef(Number.NEGATIVE_INFINITY);
  useEvent('checkpoint', ({ note }) => {
    const now = performance.now();
    if (now - lookedAt.current < everyMs || !globalThis.crypto?.subtle) return;
    lookedAt.current = now;
    // What cannot be compared now is compared with the next one.
    saveNote(note).catch(() => undefined);
  });
}

async function saveNote(note: string): Promise<void> {
  const known = readStored('record-checkpoint')?.key ?? (await readKey());
  // A note that the known key did not sign: is there another key?
  const found = (await signedWith(note, known)) ?? (await signedWith(note, await readKey()));
  if (found) await saveCheckpoint({ key: found.key, note }, found.checkpoint);
}

async function signedWith(note: string, key: string) {
  const checkpoint = await openCheckpoint(note, key);
  return checkpoint && checkpoint.signature !== 'invalid' ? { key, checkpoint } : null;
}

const readKey = async (): Promise<string> => (await readPublicText(recordPaths.key)).trim();
