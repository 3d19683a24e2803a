import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { ClosingLeaf } from '#domain/contest/contest-closing.ts';
import { parseLeaf } from '#record/leaf.ts';
import type { Executor, Transaction } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { appendLeaves } from './append-leaves.ts';

/** Appends the closing of a contest's list in the caller's transaction. A second one is rejected. */
export async function appendClosing(tx: Transaction, leaf: ClosingLeaf): Promise<void> {
  const at = new Date(leaf.closedAt);
  await appendLeaves(tx, [{ kind: 'closing', signalId: toRowId(leaf.contest), at, leaf }]);
}

/** A contest's closing and its index; undefined: the record has none. */
export async function findClosing(
  db: Executor,
  contest: string,
): Promise<{ readonly index: number; readonly leaf: ClosingLeaf } | undefined> {
  const [row] = await db
    .select({ index: recordLeaves.index, text: recordLeaves.leaf })
    .from(recordLeaves)
    .where(and(eq(recordLeaves.signalId, toRowId(contest)), eq(recordLeaves.kind, 'closing')));
  const leaf = row && parseLeaf(row.text);
  return leaf && 'listHash' in leaf ? { index: row.index, leaf } : undefined;
}

/** The same for each closing of a contest, so that the unique index of the rows allows one only. */
function toRowId(contest: string): string {
  const hex = createHash('sha256').update(`closing ${contest}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
