import type { FastifyBaseLogger } from 'fastify';
import { RecordError } from './record-error.ts';
import type { RecordKey } from './record-key.ts';
import { type Replaying, replayJournal } from './replay-journal.ts';
import { readSavedHead } from './saved-head.ts';
import type { SignedMemory } from './signed-memory.ts';

type Needs = Omit<Replaying, 'saved'> & {
  readonly key: RecordKey;
  readonly memory: SignedMemory;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
};

/** At a start, before anything is issued. */
export async function completeFromJournal({ key, memory, log, ...needs }: Needs): Promise<void> {
  try {
    const saved = readSavedHead(await memory.read(), key);
    const replayed = await replayJournal({ ...needs, saved });
    if (replayed) log.warn(replayed, 'the database was older than the record, and the journal completed it');
  } catch (error) {
    // Signing meets the same error, raises the alarm and reports it.
    if (!(error instanceof RecordError)) throw error;
  }
}
