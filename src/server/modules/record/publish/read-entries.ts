import type { z } from 'zod';
import type { EntriesQuery, RecordEntries, RecordLeaves, RecordSummary } from '#contract/record/views.ts';
import type { MarketClock } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage } from '#server/http/cursor.ts';
import type { ProofsOfLeaves } from '../witnesses/count-proofs.ts';
import { openLeaf } from '../append/open-leaf.ts';
import {
  countLeaves,
  findFirstLeafAt,
  type ListedLeaf,
  listLeaves,
  listLeavesLike,
  listLeavesOfSignals,
  listSignalLeaves,
} from '../append/record.repository.ts';
import type { SystemState } from '#contract/admin/system.ts';
import type { RecordPage } from '#contract/record/record.ts';
import { toInstant } from '#contract/wire.ts';
import { findLastCheckpoint } from '../sign/record-tree.ts';

export type ReadEntries = (query: z.infer<typeof EntriesQuery>) => Promise<RecordEntries>;

interface ReadEntriesDependencies {
  readonly db: Database;
  readonly getProofs: ProofsOfLeaves;
  /** Decides what has expired. */
  readonly clock: MarketClock;
}

/** Signals of the record, newest first, each with how it ended. */
export const createReadEntries =
  ({ db, getProofs, clock }: ReadEntriesDependencies): ReadEntries =>
  async ({ before = Number.MAX_SAFE_INTEGER, limit }) => {
    const found = await listSignalLeaves(db, before, limit + 1);
    const { page: issued, next: older } = cutPage(found, limit, ({ leaf }) => leaf.index);
    const ends = await listLeavesOfSignals(
      db,
      issued.map(({ leaf }) => leaf.signalId),
    );
    const proofs = await getProofs(issued.map(({ leaf }) => leaf));
    const now = clock.now();
    return {
      items: issued.map((one, i) => ({
        issued: openLeaf(one, now),
        ended: getEnd(one, ends, now),
        proof: proofs[i] ?? 'unproven',
      })),
      older,
    };
  };

/** The last one counts: a void may follow an outcome. */
function getEnd({ leaf }: ListedLeaf, all: readonly ListedLeaf[], now: number) {
  const ended = all.findLast((one) => one.leaf.signalId === leaf.signalId && one.leaf.kind !== 'signal');
  return ended ? openLeaf(ended, now) : null;
}

/**
 * A leaf by its index or by the signal that it issued, with everything else recorded of the same
 * signal.
 */
export const createReadEntry =
  ({ db, getProofs, clock }: ReadEntriesDependencies) =>
  async (id: number | string): Promise<RecordLeaves> => {
    const leaves = await listLeavesLike(db, id);
    const index = typeof id === 'number' ? id : leaves[0]?.leaf.index;
    if (index === undefined || leaves.length === 0) throw apiError('not_found');
    const proofs = await getProofs(leaves.map(({ leaf }) => leaf));
    return {
      index,
      leaves: leaves.map((one) => openLeaf(one, clock.now())),
      proof: proofs.find((proof) => proof !== null) ?? null,
    };
  };

type ReadRecord = (page: { from: number; limit: number }) => Promise<z.infer<typeof RecordPage>>;

interface ReadRecordDependencies {
  readonly db: Database;
  /** Decides what has expired. */
  readonly clock: MarketClock;
}

export const createReadRecord =
  ({ db, clock }: ReadRecordDependencies): ReadRecord =>
  async ({ from, limit }) => {
    const [size, rows] = await Promise.all([countLeaves(db), listLeaves(db, from, limit)]);
    return { size, items: rows.map((row) => openLeaf(row, clock.now())) };
  };

/** Length of the record, and how much of it was signed when. */
export async function readRecordState(
  db: Database,
  witnesses: SystemState['record']['witnesses'],
): Promise<SystemState['record']> {
  const [size, checkpoint] = await Promise.all([countLeaves(db), findLastCheckpoint(db)]);
  return {
    size,
    witnesses,
    checkpoint: checkpoint ? { size: checkpoint.size, signedAt: toInstant(checkpoint.signedAt.getTime()) } : null,
  };
}

interface ReadSummaryDependencies extends Pick<RecordSummary, 'feed' | 'payout' | 'excludesThinHours' | 'witnesses'> {
  readonly db: Database;
}

export const createReadSummary =
  ({ db, ...known }: ReadSummaryDependencies) =>
  async (): Promise<RecordSummary> => {
    const [size, since] = await Promise.all([countLeaves(db), findFirstLeafAt(db)]);
    return {
      size,
      since: since ? toInstant(since.getTime()) : null,
      ...known,
    };
  };
