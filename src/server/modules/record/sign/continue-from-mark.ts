import { joinSubtrees } from '#record/merkle-tree.ts';
import { isConsistent } from '#record/proofs.ts';
import type { Database } from '#server/database/connection.ts';
import { sha256 } from '#node/sha256.ts';
import type { AuditMark } from './audit-mark.ts';
import { auditRecord, type KnownHead } from './audit-record.ts';
import { checkJournal } from '../journal/check-journal.ts';
import type { LeafJournal } from '../journal/leaf-journal.ts';
import { listLeafRows } from '../append/record.repository.ts';
import { readConsistencyProof, readEdge } from './record-tree.ts';

interface ContinueFromMarkDependencies {
  readonly db: Database;
  readonly journal: LeafJournal;
  readonly mark: AuditMark;
  /** All heads known to have been signed. */
  readonly heads: readonly KnownHead[];
  readonly signal: AbortSignal;
}

/**
 * Audits what came after the mark, in the database and in the journal. False: one of them contradicts
 * the mark, so that it stands for nothing. Throws RecordError as an audit does.
 */
export async function continueFromMark({
  db,
  journal,
  mark,
  heads,
  signal,
}: ContinueFromMarkDependencies): Promise<boolean> {
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
