import type { Closing } from '#domain/contest/contest-closing.ts';
import type { RecordKeyTerm } from '#domain/record/record-handover.ts';
import { minuteMs } from '#domain/time.ts';
import { rootFromProof, type TreeHead } from '#engine/record/proofs.ts';
import { sha256 } from '#server/sha256.ts';
import { hashOf, type Item } from '../record/check-leaves.ts';
import type { Findings } from '../record/findings.ts';
import type { RecordAddress } from '../record/record-address.ts';
import { verifyGrowth } from '../record/verify-address.ts';

/** Between the time that a leaf states and its signed checkpoint. */
const toleranceMs = minuteMs;
/** How many leaves on each side of the closing are read. */
const around = 10;

/**
 * Whether the record contains the state that the closing names, and whether the leaves around that
 * state are from before and after the closing: a closing that is signed later than it says does not
 * fit, unless its checkpoint was chosen with care.
 */
export async function checkClosingTime(
  closing: Closing,
  record: RecordAddress,
  keys: readonly RecordKeyTerm[],
  findings: Findings,
): Promise<void> {
  const { size } = closing.record;
  const head: TreeHead = { size, root: Buffer.from(closing.record.root, 'base64') };
  const newest = await verifyGrowth(record, head, keys, findings);
  if (!newest || newest.size < size) return;
  const from = Math.max(0, size - around);
  const before = await timesOf(record, newest, from, size);
  const after = await timesOf(record, newest, size, Math.min(newest.size, size + around));
  if (before === null || after === null)
    return findings.fails('time', 'leaves around the closing are not those of the record');
  const isLate = before.some((at) => at > closing.closedAt + toleranceMs);
  const isEarly = after.some((at) => at < closing.closedAt - toleranceMs);
  if (isLate) findings.fails('time', 'the closing names leaves of the record that were issued after it');
  if (isEarly) findings.fails('time', 'leaves issued before the closing are missing from the record that it names');
  if (before.length + after.length === 0) findings.notes('no leaf of the record states a time around the closing');
  else if (!isLate && !isEarly) findings.holds('its time fits the leaves of the record around it');
}

/** The times that the leaves [from, to) state. Null: one of them is not a leaf of the tree. */
async function timesOf(record: RecordAddress, head: TreeHead, from: number, to: number): Promise<number[] | null> {
  if (from >= to) return [];
  const timed = (await record.page(from, to - from)).flatMap((item) => {
    const at = timeOf(item);
    return at === null ? [] : [{ item, at }];
  });
  for (const { item } of timed) if (!(await isInTree(record, head, item))) return null;
  return timed.map(({ at }) => at);
}

async function isInTree(record: RecordAddress, { size, root }: TreeHead, { index, leaf }: Item): Promise<boolean> {
  const { hashes } = await record.proof(index, size);
  const path = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const led = rootFromProof(sha256, Buffer.from(hashOf(leaf ?? {}), 'hex'), index, size, path);
  return led !== null && Buffer.from(led).equals(root);
}

/** Null: a leaf without a time of issue, or of a market that is played later. */
function timeOf({ leaf }: Item): number | null {
  const isLive = typeof leaf?.feed === 'string' && !leaf.feed.startsWith('replay') && leaf.played === undefined;
  return isLive && typeof leaf.issuedAt === 'string' ? Date.parse(leaf.issuedAt) : null;
}
