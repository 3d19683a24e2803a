import { eq, sql } from 'drizzle-orm';
import { sha256 } from '#node/notes.ts';
import { leafHash } from '#record/bytes.ts';
import { canonicalLeaf, isClosedKind, type Leaf, opensAt } from '#record/leaf.ts';
import { growTree, type TreeNode } from '#record/merkle-tree.ts';
import { packJson } from '#server/database/columns.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import { recordHead, recordOpen } from '#server/database/tables/record-tables.ts';

/** Where the record continues. Instants in milliseconds UTC. */
export interface RecordHead {
  readonly size: number;
  /** No later leaf may be earlier. */
  readonly newestAt: number;
  readonly minute: NewestMinute | null;
  readonly decidedUntil: number;
  /** The compact range of the tree. */
  readonly range: readonly Uint8Array[];
}

interface NewestMinute {
  readonly index: number;
  /** Start of its bar, and when it was stated. */
  readonly minute: number;
  readonly at: number;
}

const hashBytes = 32;
const never = Number.NEGATIVE_INFINITY;

export async function readHead(db: Executor): Promise<RecordHead> {
  const [row] = await db.select().from(recordHead);
  if (!row) throw new Error('record_head has no row');
  const { minuteIndex, minute, minuteAt, range } = row;
  return {
    size: row.size,
    newestAt: row.newestAt?.getTime() ?? never,
    minute:
      minuteIndex === null || !minute || !minuteAt
        ? null
        : { index: minuteIndex, minute: minute.getTime(), at: minuteAt.getTime() },
    decidedUntil: row.decidedUntil?.getTime() ?? never,
    range: Array.from({ length: range.length / hashBytes }, (_, i) =>
      range.subarray(i * hashBytes, (i + 1) * hashBytes),
    ),
  };
}

/** Lock: leaves are appended by one transaction at a time, so take it last. */
export async function lockRecord(tx: Transaction): Promise<RecordHead> {
  await orderWrites(tx);
  return readHead(tx);
}

/**
 * Appends to the record in the caller's transaction, which holds its lock: the leaves commit with
 * what they record, or not at all. `head`: as it is now; `decidedUntil`: outcomes among them were
 * decided from all ticks up to then. Returns the new head.
 */
export async function appendLeaves(
  tx: Transaction,
  head: RecordHead,
  leaves: readonly Leaf[],
  decidedUntil: number = never,
): Promise<RecordHead> {
  if (leaves.length === 0) return head;
  let { newestAt, minute } = head;
  const rows = leaves.map((leaf, i) => {
    const index = head.size + i;
    if ('at' in leaf) {
      const at = Date.parse(leaf.at);
      if (at < newestAt)
        throw new Error(`a leaf of ${leaf.at} cannot follow one of ${new Date(newestAt).toISOString()}`);
      newestAt = at;
    }
    if (leaf.kind === 'minute') minute = { index, minute: Date.parse(leaf.minute), at: newestAt };
    const text = canonicalLeaf(leaf);
    const hash = Buffer.from(leafHash(sha256, text));
    const of = leaf.kind === 'answer' ? leaf.minute : 'of' in leaf ? leaf.of : null;
    return { index, kind: leaf.kind, at: new Date(newestAt), of, leaf: text, hash };
  });
  const { nodes, edge } = growTree(
    sha256,
    head.size,
    head.range,
    rows.map(({ hash }) => hash),
  );
  const grown: RecordHead = {
    size: head.size + rows.length,
    newestAt,
    minute,
    decidedUntil: Math.max(head.decidedUntil, decidedUntil),
    range: edge,
  };
  await insertLeaves(tx, rows);
  await insertNodes(tx, nodes);
  await insertOpen(tx, leaves, head.size);
  await saveHead(tx, grown);
  return grown;
}

/** What was decided from all ticks up to `until` outside the record: no leaf may say otherwise. */
export async function markDecided(tx: Transaction, until: number): Promise<void> {
  await orderWrites(tx);
  const at = new Date(until).toISOString();
  await tx.update(recordHead).set({ decidedUntil: sql`greatest(${recordHead.decidedUntil}, ${at}::timestamptz)` });
}

type NewRow = Readonly<Record<'index', number>> & {
  readonly kind: Leaf['kind'];
  readonly at: Date;
  readonly of: number | null;
  readonly leaf: string;
  readonly hash: Buffer;
};

/** One query parameter for all of them: thousands may be appended in the same second. */
async function insertLeaves(tx: Transaction, rows: readonly NewRow[]): Promise<void> {
  const values = rows.map(({ hash, leaf, ...row }) => ({
    ...row,
    leaf: packJson(leaf).toString('hex'),
    hash: hash.toString('hex'),
  }));
  await tx.execute(sql`
    insert into record_leaves ("index", kind, at, "of", leaf, leaf_hash)
    select "index", "kind", "at", "of", decode("leaf", 'hex'), decode("hash", 'hex')
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as l("index" bigint, "kind" text, "at" timestamptz, "of" bigint, "leaf" text, "hash" text)`);
}

async function insertNodes(tx: Transaction, nodes: readonly TreeNode[]): Promise<void> {
  if (nodes.length === 0) return;
  const values = nodes.map(({ level, position, hash }) => ({
    level,
    position,
    hash: Buffer.from(hash).toString('hex'),
  }));
  await tx.execute(sql`
    insert into record_nodes (level, position, hash)
    select level, position, decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n(level smallint, position bigint, hash text)`);
}

async function insertOpen(tx: Transaction, leaves: readonly Leaf[], from: number): Promise<void> {
  const open = leaves.flatMap((leaf, i) =>
    isClosedKind(leaf) && leaf.kind !== 'answer'
      ? [
          {
            index: from + i,
            minute: leaf.kind === 'minute' ? new Date(leaf.minute) : null,
            dueAt: new Date(opensAt(leaf)),
          },
        ]
      : [],
  );
  if (open.length > 0) await tx.insert(recordOpen).values(open);
}

async function saveHead(tx: Transaction, { size, newestAt, minute, decidedUntil, range }: RecordHead): Promise<void> {
  await tx
    .update(recordHead)
    .set({
      size,
      newestAt: toDate(newestAt),
      minuteIndex: minute?.index ?? null,
      minute: minute && new Date(minute.minute),
      minuteAt: minute && new Date(minute.at),
      decidedUntil: toDate(decidedUntil),
      range: Buffer.concat(range),
    })
    .where(eq(recordHead.id, 1));
}

const toDate = (at: number): Date | null => (at === never ? null : new Date(at));
