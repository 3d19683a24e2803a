import { edgeLength, growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import type { Database } from '#server/database/connection.ts';
import { sha256 } from '#node/sha256.ts';
import { countLeaves } from '../append/record.repository.ts';
import { RecordError } from './record-key.ts';
import { listHashesToAudit } from './record-tree.repository.ts';

/** A signed head of the tree at some size. */
export interface KnownHead {
  readonly size: number;
  readonly root: Buffer;
}

/** A tree that need not be read again. */
interface Audited {
  readonly size: number;
  readonly edge: TreeEdge;
}

/** Leaves per batch: a few milliseconds, so that requests are answered in between. */
const batch = 2_000;

/**
 * Verifies every leaf against its hash, and the tree of all hashes against every head known to have
 * been signed, from the leaves only and independent of the stored subtrees. Throws RecordError at
 * the first mismatch, and the signal's reason when the product stops before the audit has finished.
 * `audited`: the leaves before it are left out; no head may be smaller.
 */
export async function auditRecord(
  db: Database,
  known: readonly KnownHead[],
  signal: AbortSignal,
  audited: Audited = { size: 0, edge: [] },
): Promise<void> {
  const count = await countLeaves(db);
  const heads = known.toSorted((a, b) => a.size - b.size);
  let { size, edge } = audited;
  const growTo = async (end: number): Promise<void> => {
    while (size < end) {
      signal.throwIfAborted();
      const to = Math.min(end, size + batch);
      edge = growTree(sha256, size, edge, await readAudited(db, size, to)).edge;
      size = to;
    }
  };
  for (const head of heads) {
    if (head.size > count) throw shrunk(count, head.size);
    await growTo(head.size);
    if (edge.length !== edgeLength(size) || !head.root.equals(joinSubtrees(sha256, edge))) throw forked(head.size);
  }
  await growTo(count);
}

async function readAudited(db: Database, from: number, to: number): Promise<Buffer[]> {
  const leaves = await listHashesToAudit(db, from, to);
  if (leaves.length !== to - from) throw new RecordError(`leaves are missing between ${from} and ${to}`);
  const changed = leaves.findIndex(({ holds }) => !holds);
  if (changed >= 0) throw new RecordError(`leaf ${from + changed} does not match its hash`);
  return leaves.map(({ leafHash }) => leafHash);
}

export const shrunk = (count: number, signed: number): RecordError =>
  new RecordError(
    `the record has ${count} leaves, and ${signed} were signed; restore the journal beside the database or a newer ` +
      'backup, or begin a new record (docs/operating.md, Restoring)',
  );
export const forked = (size: number): RecordError =>
  new RecordError(`the first ${size} leaves are not those that were signed`);

/** One audit at a time, beside what is signed meanwhile. */
export function createBackgroundAudit({ onError }: { readonly onError: (error: unknown) => void }) {
  let running: Promise<void> | null = null;
  return {
    /** Does nothing while one runs. */
    run: (audit: () => Promise<void>): void => {
      running ??= audit()
        .catch(onError)
        .finally(() => {
          running = null;
        });
    },
    ended: async (): Promise<void> => {
      await running;
    },
  };
}
