import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import type { MarketClock } from '#domain/clock.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { sha256 } from '#node/sha256.ts';
import { forked, type KnownHead } from '../sign/audit-record.ts';
import { contradicts, endsTooEarly } from './check-journal.ts';
import { restoreBars } from './journaled-bars.ts';
import type { LeafJournal } from './leaf-journal.ts';
import type { RecordFiles } from './record-files.ts';
import { countLeaves, type LeafRow, listLeafHashes } from '../append/record.repository.ts';
import { restoreLeaves, voidLostSignals } from './restore-leaves.ts';

export interface Replaying extends Pick<RecordFiles, 'journal' | 'bars'> {
  readonly db: Database;
  /** The newest checkpoint saved beside the database; null: none. */
  readonly saved: KnownHead | null;
  readonly clock: MarketClock;
  readonly crashPoint?: CrashHook;
}

interface Replayed {
  readonly leaves: number;
  /** Signals that are not in the database although they are on the record: void. */
  readonly voided: number;
  /** Minutes that cannot be recomputed: their bars are in no file. */
  readonly withoutBars: number;
}

/**
 * Completes a database that was restored to an older state with the later leaves of the journal,
 * before anything is issued: the record continues without a fork. Null: nothing is missing. Throws
 * RecordError, and changes nothing, when the journal is not the continuation that was signed.
 */
export async function replayJournal({
  db,
  journal,
  bars,
  saved,
  clock,
  crashPoint = noCrash,
}: Replaying): Promise<Replayed | null> {
  const [before, count] = [await countLeaves(db), await journal.count()];
  if (count === null || count <= before) return null;
  await requireContinuation(db, journal, before, saved);
  let size = 0;
  let voided = 0;
  let withoutBars = 0;
  for await (const rows of journal.read()) {
    const missing = rows.filter(({ index }) => index >= before);
    size += rows.length;
    withoutBars += await inTransaction(db, async ({ tx }) => {
      const lost = await restoreBars(tx, bars, missing);
      await restoreLeaves(tx, missing);
      // In the transaction of the last leaves: a start after a crash replays nothing else.
      if (size >= count) voided = await voidLostSignals(tx, clock.now());
      crashPoint('replay.before-commit');
      return lost;
    });
  }
  return { leaves: size - before, voided, withoutBars };
}

/** The journal has the leaves of the database and the tree of the saved checkpoint. */
async function requireContinuation(
  db: Database,
  journal: LeafJournal,
  before: number,
  saved: KnownHead | null,
): Promise<void> {
  let size = 0;
  let edge: TreeEdge = [];
  const grow = (rows: readonly LeafRow[]): void => {
    const hashes = rows.map(({ leafHash }) => leafHash);
    edge = growTree(sha256, size, edge, hashes).edge;
    size += rows.length;
  };
  for await (const rows of journal.read()) {
    const stored = await listLeafHashes(db, size, size + rows.length);
    const differing = rows.find(({ index, leafHash }, i) => index < before && stored[i]?.equals(leafHash) !== true);
    if (differing) throw contradicts(journal, differing.index);
    const signed = saved ? rows.filter(({ index }) => index < saved.size) : [];
    grow(signed);
    if (saved?.size === size && !saved.root.equals(joinSubtrees(sha256, edge))) throw forked(size);
    grow(rows.slice(signed.length));
  }
  if (saved && size < saved.size) throw endsTooEarly(journal, size, saved.size);
}
