import type { z } from 'zod';
import type { RecordPage } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { fromHex, isSame } from '#record/bytes.ts';
import { inclusionPath, rootFromProof } from '#record/merkle-path.ts';
import { computeRoot } from '#record/merkle-tree.ts';
import { getPublic } from '#web/api/request.ts';
import { computeLeafHash, sha256, type SignedCheckpoint } from './signed-checkpoint.ts';
import { createLeafRules, type LeafViolation, type RecordedLeaf } from './leaf-rules.ts';
import { ApiError, connectionCodes } from '#web/api/api-error.ts';

/** The server does not show a leaf. */
export class Withheld extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`leaf ${index} is not shown`);
    this.index = index;
  }
}

/**
 * Turns an error response of the server into `Withheld`, except for a lost connection and too many
 * requests.
 */
export async function shown<Answer>(index: number, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw isServerError(error) ? new Withheld(index) : error;
  }
}

const isServerError = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'rate_limited' &&
  !connectionCodes.some((code) => code === error.code && code !== 'unreadable');

/**
 * `hash`: an opened leaf does not match its hash. `tree`: the leaves beside it are not those that
 * were signed. `withheld`: a leaf was signed, but the server does not show it.
 */
export type Violation = LeafViolation | { readonly kind: 'hash' | 'tree' | 'withheld'; readonly index: number };

/** The leaves around an entry. */
export interface Around {
  readonly count: number;
  readonly violations: readonly Violation[];
}

/** A leaf of the tree, with its inclusion proof. */
export interface Proven {
  readonly index: number;
  readonly proof: readonly Uint8Array[];
}

/** The leaves [from, to) with their hashes. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly leaves: readonly RecordedLeaf[];
  readonly hashes: readonly Uint8Array[];
}

/**
 * Aligned blocks of this size are subtrees, so the inclusion proof of one leaf binds every leaf of
 * its block to the signed root. About an hour of minutes.
 */
const blockSize = 128;

const getBlock = (index: number): number => Math.floor(index / blockSize);
export const isSameBlock = (a: number, b: number): boolean => getBlock(a) === getBlock(b);

/**
 * Reads the blocks of the proven leaves and checks that nothing is missing in them. `own`: the
 * leaves of the entry, all of which are known. `now`: the server's time.
 */
export async function checkAround(
  proven: readonly Proven[],
  own: ReadonlySet<number>,
  { head, now, abort }: { readonly head: SignedCheckpoint; readonly now: number; readonly abort: AbortSignal },
): Promise<Around> {
  const ranges = getRanges(
    proven.map(({ index }) => index),
    head.size,
  );
  const read = await Promise.all(ranges.map((range) => readRun(range, abort)));
  const runs = read.filter((one) => 'leaves' in one);
  const withheld = read.filter((one) => 'kind' in one);
  const leaves = runs.flatMap((run) => run.leaves);
  const unbound = proven.flatMap((one): Violation[] => {
    const run = runs.find(({ from, to }) => from <= one.index && one.index < to);
    return !run || isBound(one, run, head) ? [] : [{ kind: 'tree', index: one.index }];
  });
  const violations = [...withheld, ...unbound, ...findWrongHashes(leaves), ...incompleteIn(runs, own, head.size, now)];
  return { count: leaves.length, violations };
}

/** The blocks of these leaves; neighbouring blocks are one range. */
function getRanges(indexes: readonly number[], size: number): { from: number; to: number }[] {
  const blocks = [...new Set(indexes.map(getBlock))].toSorted((a, b) => a - b);
  const ranges: { from: number; to: number }[] = [];
  for (const block of blocks) {
    const [from, to] = [block * blockSize, Math.min((block + 1) * blockSize, size)];
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

async function readRun(range: { from: number; to: number }, abort: AbortSignal): Promise<Run | Violation> {
  const { from, to } = range;
  try {
    const path = `${recordPaths.record}?from=${from}&limit=${to - from}`;
    const { items } = await shown(from, getPublic<z.infer<typeof RecordPage>>(path, abort));
    const leaves = items.slice(0, to - from);
    const missing = Array.from({ length: to - from }, (_, i) => from + i).find((at, i) => leaves[i]?.index !== at);
    if (missing !== undefined) return { kind: 'withheld', index: missing };
    return { from, to, leaves, hashes: leaves.map(({ leafHash }) => fromHex(leafHash) ?? new Uint8Array()) };
  } catch (error) {
    if (error instanceof Withheld) return { kind: 'withheld', index: error.index };
    throw error;
  }
}

/** Whether the proof leads to the signed root, and its hashes match the leaves that were read. */
function isBound({ index, proof }: Proven, run: Run, head: SignedCheckpoint): boolean {
  const leaf = run.hashes[index - run.from] ?? new Uint8Array();
  if (!isSame(rootFromProof(sha256, leaf, index, head.size, proof), head.rootBytes)) return false;
  return inclusionPath(index, head.size).every(({ from, to }, i) => {
    const isRead = run.from <= from && to <= run.to;
    return !isRead || isSame(computeRoot(sha256, run.hashes.slice(from - run.from, to - run.from)), proof[i]);
  });
}

const findWrongHashes = (leaves: readonly RecordedLeaf[]): Violation[] =>
  leaves
    .filter(({ leaf, leafHash }) => leaf && !isSame(computeLeafHash(leaf), fromHex(leafHash)))
    .map(({ index }) => ({ kind: 'hash', index }));

/**
 * Unless a run ends the record, the leaves after it are unknown and may end its statements: an
 * overdue end is then reported for the entry itself only.
 */
function incompleteIn(runs: readonly Run[], own: ReadonlySet<number>, size: number, now: number): LeafViolation[] {
  const found: LeafViolation[] = [];
  for (const [i, run] of runs.entries()) {
    let isOwnOnly = false;
    const rules = createLeafRules((violation) => {
      const isOverdue = violation.kind === 'undecided' || violation.kind === 'unopened';
      if (!isOwnOnly || (isOverdue && own.has(violation.index))) found.push(violation);
    }, run.from);
    for (const leaf of run.leaves) rules.add(leaf);
    isOwnOnly = run.to < size;
    for (const later of runs.slice(i + 1)) for (const leaf of later.leaves) rules.addLater(leaf);
    rules.finish(now);
  }
  return found;
}
