import type { z } from 'zod';
import type { EntriesQuery, RecordEntries, RecordLeaves } from '#contract/record/views.ts';
import type { MarketClock } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage } from '#server/http/cursor.ts';
import type { ProofsOfLeaves } from '../witnesses/read-proofs.ts';
import { openLeaf } from '../append/open-leaf.ts';
import { type ListedLeaf, listLeavesLike, listLeavesOfSignals, listSignalLeaves } from '../append/record.repository.ts';

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
