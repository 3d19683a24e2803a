import type { FastifyBaseLogger } from 'fastify';
import { parseSavedHead } from '../sign/record-tree.ts';
import { RecordError, type RecordKey } from '../sign/record-key.ts';
import { type Replaying, replayJournal } from './replay-journal.ts';
import type { SignedMemory } from './signed-memory.ts';

type CompleteFromJournalDependencies = Omit<Replaying, 'saved'> & {
  readonly key: RecordKey;
  readonly memory: SignedMemory;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};

/** At a start, before anything is issued. */
export async function completeFromJournal({
  key,
  memory,
  log,
  ...needs
}: CompleteFromJournalDependencies): Promise<void> {
  const { path, count } = needs.journal;
  try {
    const saved = parseSavedHead(await memory.read(), key);
    if (saved !== null && saved.size > 0 && (await count()) === null)
      log.warn(
        { path },
        'the journal of the record is missing; it is written again if the database has all that was signed',
      );
    const replayed = await replayJournal({ ...needs, saved });
    if (replayed) log.warn(replayed, 'the database was older than the record, and the journal completed it');
  } catch (error) {
    // Nothing is signed from here on either, which raises the alarm and is reported.
    if (!(error instanceof RecordError)) throw error;
    log.error({ err: error }, `the journal was not compared with the database: ${error.message}`);
  }
}
