import type { Database } from '#server/database/connection.ts';
import { RecordError } from '../sign/record-key.ts';
import type { LeafJournal } from './leaf-journal.ts';
import { type LeafRow, listLeafHashes, listLeafRows } from '../append/record.repository.ts';

interface CheckJournalDependencies {
  readonly db: Database;
  readonly journal: LeafJournal;
  /** The leaves of the journal from `from` on. */
  readonly rows: AsyncIterable<readonly LeafRow[]>;
  readonly from?: number;
  /** Number of leaves that were signed. */
  readonly signed: number;
  readonly signal: AbortSignal;
}

/** Max leaves per batch, so that requests are answered in between. */
const batch = 2_000;

/**
 * Compares the journal with a record that was audited. A record from before there was a journal gets
 * one; a journal that ends too early was damaged and is left as it is. Throws RecordError.
 */
export async function checkJournal({
  db,
  journal,
  rows: read,
  from = 0,
  signed,
  signal,
}: CheckJournalDependencies): Promise<void> {
  let size = from;
  for await (const rows of read) {
    signal.throwIfAborted();
    const hashes = await listLeafHashes(db, size, size + rows.length);
    const differing = rows.find(({ leafHash }, i) => hashes[i]?.equals(leafHash) !== true);
    if (differing) throw contradicts(journal, differing.index);
    size += rows.length;
  }
  if (size >= signed) return;
  if ((await journal.count()) !== null) throw endsTooEarly(journal, size, signed);
  for (; size < signed; size += batch) {
    signal.throwIfAborted();
    await journal.append(await listLeafRows(db, size, Math.min(signed, size + batch)));
  }
}

export const contradicts = ({ path }: LeafJournal, index: number): RecordError =>
  new RecordError(`leaf ${index} in the journal ${path} is not the one in the database`);
export const endsTooEarly = ({ path }: LeafJournal, size: number, signed: number): RecordError =>
  new RecordError(`the journal ${path} ends after ${size} leaves, and ${signed} were signed`);
