import type { Clock } from '#domain/clock.ts';
import type { RecordKeyTerm } from '#domain/record/record-handover.ts';
import type { Database } from '#server/database/connection.ts';
import type { Checkpoints } from './checkpoints.ts';
import { findNewestCosigned, readCosignedNote } from './cosignatures.repository.ts';

interface Needs {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
  /** The keys of the record, oldest first. */
  readonly terms: readonly RecordKeyTerm[];
  /** Cosignatures that a checkpoint needs to be preferred to a newer one. */
  readonly minCosignatures: number;
  readonly clock: Clock;
}

/**
 * How long a cosigned checkpoint is preferred to a newer one: while signals are issued each second,
 * the newest is hardly ever cosigned, and every tenth is.
 */
const preferredMs = 15_000;

/**
 * The note for readers: the newest cosigned checkpoint of the last seconds, otherwise the newest
 * with the cosignatures that it has; always one of at least `minSize` leaves if the record has them.
 */
export const createReadCheckpoint =
  ({ db, checkpoints, terms, minCosignatures, clock }: Needs) =>
  async (minSize = 0): Promise<string | null> => {
    const newest = await checkpoints.newest(minSize);
    if (!newest) return null;
    const { fromSize, handover } = terms.at(-1) ?? { fromSize: 0, handover: null };
    // Cosignatures of this size are of the text that the previous key signed.
    if (handover !== null && newest.size === fromSize) return handover;
    const cosigned = await findNewestCosigned(db, {
      // Earlier ones are signed by the previous key.
      minSize: Math.max(minSize, handover === null ? 0 : fromSize + 1),
      signedSince: new Date(clock.now() - preferredMs),
      minCosignatures,
    });
    return readCosignedNote(db, cosigned ?? newest);
  };
