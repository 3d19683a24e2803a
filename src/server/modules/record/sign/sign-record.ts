import type { WallClock } from '#domain/clock.ts';
import { sha256 } from '#node/sha256.ts';
import { checkpointText } from '#record/checkpoint.ts';
import { chainStart } from '#record/hash.ts';
import { growTree, joinSubtrees } from '#record/merkle-tree.ts';
import { isConsistent } from '#record/proofs.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction, type UnitOfWork } from '#server/database/in-transaction.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import { type AuditMark, findAuditMark, removeAuditMark, saveAuditMark } from './audit-mark.ts';
import { auditRecord, forked, type KnownHead, shrunk } from './audit-record.ts';
import { RecordError, type RecordKey } from './record-key.ts';
import {
  type CheckpointRow,
  findLastCheckpoint,
  insertCheckpoint,
  insertNodes,
  lockTree,
} from './record-tree.repository.ts';
import { parseSavedHead, readConsistencyProof, readEdge, readRoot } from './record-tree.ts';
import { countLeaves, type LeafRow, listLeafRows } from '../append/record.repository.ts';
import { checkJournal } from '../journal/check-journal.ts';
import { appendBars, completeBars } from '../journal/journaled-bars.ts';
import type { RecordFiles } from '../journal/record-files.ts';

interface SignRecordDependencies extends Pick<RecordFiles, 'memory' | 'journal' | 'bars'> {
  readonly db: Database;
  readonly key: RecordKey;
  readonly clock: WallClock;
  /** Aborts a long audit when the product stops. */
  readonly signal: AbortSignal;
  /**
   * Runs the audit of what is marked as audited beside the signing, unless it runs already; what it
   * throws must end the signing. Absent: all is audited before the first signature.
   */
  readonly auditBeside?: (audit: () => Promise<void>) => void;
  /** A shorter record is audited before the first signature in any case. */
  readonly besideFromSize?: number | undefined;
  readonly crashPoint?: CrashHook;
}

/** Audited in about a second. */
const usualBesideFromSize = 50_000;

/** Max leaves per transaction, so that nothing is blocked for long. */
const batch = 5_000;

const emptyRoot = Buffer.from(joinSubtrees(sha256, []));

/**
 * Grows the tree over every leaf in the record, and signs it. The first call audits the record, a long
 * one only after the mark of what was audited before; the rest follows beside the signing. From then
 * on it throws RecordError instead of signing a tree that does not begin with everything signed
 * before, by this process or another.
 */
export function createSignRecord(needs: SignRecordDependencies): () => Promise<CheckpointRow> {
  const { db, key, memory, journal, bars, clock, signal, auditBeside } = needs;
  const { besideFromSize = usualBesideFromSize, crashPoint = noCrash } = needs;
  /** Null: the record is audited before the next signature. */
  let known: KnownHead | null = null;
  let saved: string | null = null;
  /** Whether this process has audited all of the record. */
  let isAudited = false;
  /** False once this process has found an error: whatever was repaired since is audited again. */
  let trustsMark = auditBeside !== undefined;
  /** What the audit beside the signing has found; null: nothing, or everything was audited again. */
  let found: RecordError | null = null;

  const findHeads = async () => {
    saved = await memory.read();
    const cached = parseSavedHead(saved, key);
    const last = await findLastCheckpoint(db);
    const mark = await findAuditMark(db, key);
    return { last, mark, heads: [cached, last, mark].flatMap((head) => head ?? []) };
  };

  const auditAll = async (heads: readonly KnownHead[], rows: AsyncIterable<readonly LeafRow[]>): Promise<void> => {
    await auditRecord(db, heads, signal);
    const signed = Math.max(0, ...heads.map(({ size }) => size));
    await checkJournal({ db, journal, rows, signed, signal });
    await completeBars(db, bars, signal);
    isAudited = true;
  };

  const open = async (): Promise<void> => {
    found = null;
    const { last, mark, heads } = await findHeads();
    const isMarked =
      trustsMark &&
      mark !== null &&
      mark.size >= besideFromSize &&
      mark.size <= (last?.size ?? 0) &&
      (await continueFromMark(needs, mark, heads));
    if (!isMarked) {
      await auditAll(heads, journal.read());
      if (last) await inTransaction(db, ({ tx }) => markAudited(tx, last));
    }
    known = last ?? { size: 0, root: emptyRoot };
  };

  const markAudited = async (tx: Transaction, { size, root }: KnownHead): Promise<void> => {
    await lockTree(tx);
    const [leaf] = await listLeafRows(tx, size - 1, size);
    await saveAuditMark(tx, key, { size, root, chainHash: leaf?.chainHash ?? Buffer.from(chainStart) });
  };

  const auditRest = async (): Promise<void> => {
    try {
      await auditAll((await findHeads()).heads, journal.readBeside());
    } catch (error) {
      if (error instanceof RecordError) {
        found = error;
        await distrust();
      }
      throw error;
    }
  };

  const distrust = async (): Promise<void> => {
    known = null;
    isAudited = false;
    trustsMark = false;
    // If this fails too, only the next process has yet to find the error.
    await inTransaction(db, removeMark).catch(() => undefined);
  };

  const removeMark = async ({ tx }: UnitOfWork): Promise<void> => {
    // After a signature that has begun, which renews the mark.
    await lockTree(tx);
    await removeAuditMark(tx);
  };

  const signBatch = async ({ tx }: UnitOfWork): Promise<{ row: CheckpointRow; isWhole: boolean }> => {
    await lockTree(tx);
    if (found) throw found;
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
    await saveAuditMark(tx, key, { size, root, chainHash: leaves.at(-1)?.chainHash ?? Buffer.from(chainStart) });
    crashPoint('sign.before-commit');
    return { row, isWhole: size === count };
  };

  const signAll = async (): Promise<CheckpointRow> => {
    for (;;) {
      signal.throwIfAborted();
      if (!known) await open();
      if (!isAudited) auditBeside?.(auditRest);
      const { row, isWhole } = await inTransaction(db, signBatch);
      crashPoint('sign.after-commit');
      // Null: the audit beside it has found an error meanwhile.
      known &&= row;
      // Saved before it is published: a published note must be known after every restart.
      if (saved !== row.note) await memory.save(row.note);
      saved = row.note;
      crashPoint('sign.after-save');
      if (isWhole) return row;
    }
  };

  return () =>
    signAll().catch(async (error: unknown) => {
      if (error instanceof RecordError) await distrust();
      throw error;
    });
}

/**
 * Audits what came after the mark, in the database and in the journal. False: one of them
 * contradicts the mark, so that it stands for nothing. Throws RecordError as an audit does. `heads`:
 * all that are known to have been signed.
 */
async function continueFromMark(
  { db, journal, signal }: SignRecordDependencies,
  mark: AuditMark,
  heads: readonly KnownHead[],
): Promise<boolean> {
  // Its root, which the mark authenticates, fixes every hash of the edge.
  const edge = await readEdge(db, mark.size).catch(() => null);
  if (!edge || !mark.root.equals(joinSubtrees(sha256, edge))) return false;
  const [last] = await listLeafRows(db, mark.size - 1, mark.size);
  if (last?.chainHash.equals(mark.chainHash) !== true) return false;
  for (const head of heads) if (head.size < mark.size && !(await isBegun(db, head, mark))) return false;
  const rows = await journal.readAfter(mark);
  if (!rows) return false;
  const later = heads.filter(({ size }) => size >= mark.size);
  await auditRecord(db, later, signal, { size: mark.size, edge });
  const signed = Math.max(mark.size, ...later.map(({ size }) => size));
  await checkJournal({ db, journal, rows, from: mark.size, signed, signal });
  return true;
}

/** Whether the marked tree begins with that of the head. */
const isBegun = async (db: Database, head: KnownHead, mark: AuditMark): Promise<boolean> =>
  isConsistent(sha256, head, mark, await readConsistencyProof(db, head.size, mark.size).catch(() => []));

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
