import type { Clock } from '#domain/clock.ts';
import { checkpointText } from '#domain/record/checkpoint.ts';
import { growTree, joinSubtrees } from '#engine/record/merkle-tree.ts';
import { type CrashHook, noCrash } from '#server/crash-points.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { sha256 } from '#server/sha256.ts';
import { auditRecord, forked, type KnownHead, shrunk } from './audit-record.ts';
import { checkJournal } from './check-journal.ts';
import { appendBars, completeBars } from './journaled-bars.ts';
import { countLeaves, listLeafRows } from './record.repository.ts';
import { RecordError } from './record-error.ts';
import type { RecordFiles } from './record-files.ts';
import type { RecordKey } from './record-key.ts';
import { readEdge, readRoot } from './record-tree.ts';
import {
  type CheckpointRow,
  findLastCheckpoint,
  insertCheckpoint,
  insertNodes,
  lockTree,
} from './record-tree.repository.ts';
import { readSavedHead } from './saved-head.ts';

interface Needs extends RecordFiles {
  readonly db: Database;
  readonly key: RecordKey;
  readonly clock: Clock;
  /** Aborts a long audit when the product stops. */
  readonly signal: AbortSignal;
  readonly crashPoint?: CrashHook;
}

/** Max leaves per transaction, so that nothing is blocked for long. */
const batch = 5_000;

/**
 * Grows the tree over every leaf in the record, and signs it. The first call audits the whole
 * record; from then on it throws RecordError instead of signing a tree that does not begin with
 * everything signed before, by this process or another.
 */
export function createSignRecord({
  db,
  key,
  memory,
  journal,
  bars,
  clock,
  signal,
  crashPoint = noCrash,
}: Needs): () => Promise<CheckpointRow> {
  let known: KnownHead | null = null;
  let saved: string | null = null;

  const audit = async (): Promise<void> => {
    saved = await memory.read();
    const cached = readSavedHead(saved, key);
    const last = await findLastCheckpoint(db);
    const heads = [cached, last].flatMap((head) => head ?? []);
    await auditRecord(db, heads, signal);
    await checkJournal({ db, journal, signed: Math.max(0, ...heads.map(({ size }) => size)), signal });
    await completeBars(db, bars, signal);
    known = last ?? { size: 0, root: emptyRoot };
  };

  const signBatch = async (tx: Transaction): Promise<{ row: CheckpointRow; isWhole: boolean }> => {
    await lockTree(tx);
    const last = await findLastCheckpoint(tx);
    const count = await countLeaves(tx);
    await assertTreeGrew(tx, [known, last], count);
    if (last?.size === count) return { row: last, isWhole: true };
    const from = last?.size ?? 0;
    const leaves = await listLeafRows(tx, from, Math.min(count, from + batch));
    crashPoint('sign.before-journal');
    // On disk before they are signed: an older database can then be completed.
    await appendBars(tx, bars, leaves);
    await journal.append(leaves);
    crashPoint('sign.after-journal');
    const hashes = leaves.map(({ leafHash }) => leafHash);
    const { nodes, edge } = growTree(sha256, from, await readEdge(tx, from), hashes);
    await insertNodes(tx, nodes);
    const size = from + leaves.length;
    const root = Buffer.from(joinSubtrees(sha256, edge));
    const note = key.sign(checkpointText({ origin: key.name, size, root: root.toString('base64') }));
    const row = { size, root, note, signedAt: new Date(clock.now()) };
    await insertCheckpoint(tx, row);
    crashPoint('sign.before-commit');
    return { row, isWhole: size === count };
  };

  const signAll = async (): Promise<CheckpointRow> => {
    if (!known) await audit();
    for (;;) {
      signal.throwIfAborted();
      const { row, isWhole } = await inTransaction(db, signBatch);
      crashPoint('sign.after-commit');
      known = row;
      // Saved before it is published: a published note must be known after every restart.
      if (saved !== row.note) await memory.save(row.note);
      saved = row.note;
      crashPoint('sign.after-save');
      if (isWhole) return row;
    }
  };

  return () =>
    signAll().catch((error: unknown) => {
      // Whatever was repaired since is audited again.
      if (error instanceof RecordError) known = null;
      throw error;
    });
}

const emptyRoot = Buffer.from(joinSubtrees(sha256, []));

async function assertTreeGrew(
  tx: Transaction,
  signed: readonly (KnownHead | null | undefined)[],
  count: number,
): Promise<void> {
  const heads = signed.flatMap((head) => head ?? []);
  // Both have been grown already, otherwise the tree would not have the nodes.
  const grown = heads.at(-1)?.size ?? 0;
  for (const { size, root } of heads) {
    if (size > count || size > grown) throw shrunk(Math.min(count, grown), size);
    if (!root.equals(await readRoot(tx, size))) throw forked(size);
  }
}
