import type { WallClock } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { findCosignedAfter, findSignedBefore, readCosignedNote } from '../witnesses/cosignatures.repository.ts';
import type { CheckpointRow } from '../sign/record-tree.repository.ts';

interface ReadCheckpointDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
  readonly witnessSide: Pick<WitnessSide, 'witnesses' | 'quorum'>;
  readonly clock: WallClock;
}

/** How long a checkpoint waits for its cosignatures before readers get it without them. */
const waitMs = 15_000;

/**
 * The note for readers, with the cosignatures that it has. A checkpoint is served once a quorum has
 * cosigned it, or 15 s after it was signed, so that successive answers never shrink; a reader that
 * needs `minSize` leaves gets the newest one at once.
 */
export const createReadCheckpoint = ({ db, checkpoints, witnessSide, clock }: ReadCheckpointDependencies) => {
  const minCosignatures = Math.max(1, witnessSide.quorum);

  const findServed = async (): Promise<CheckpointRow | undefined> => {
    const waited = await findSignedBefore(db, new Date(clock.now() - waitMs));
    return (waited && (await findCosignedAfter(db, waited.size, minCosignatures))) ?? waited;
  };

  return async (minSize = 0): Promise<string | null> => {
    const newest = await checkpoints.newest(minSize);
    if (!newest) return null;
    const served = witnessSide.witnesses.length > 0 ? await findServed() : newest;
    return readCosignedNote(db, served && served.size >= minSize ? served : newest);
  };
};
