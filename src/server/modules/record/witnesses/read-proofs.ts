import type { WallClock } from '#domain/time.ts';
import { type ProofState, getProofState } from '#domain/record/proof-state.ts';
import { parseLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { proofDeadline } from './count-proofs.ts';
import type { RecordApi } from '../record.api.ts';
import { type LeafRow, listSignalStatements } from '../append/record.repository.ts';

type StoredLeaf = Pick<LeafRow, 'index' | 'leaf'>;

/** In the order of the leaves; null: the leaf states nothing. */
export type ProofsOfLeaves = (leaves: readonly StoredLeaf[]) => Promise<(ProofState | null)[]>;

interface ReadProofsDependencies {
  readonly readProvenTimes: RecordApi['readProvenTimes'];
  /** 0: no witness is required. */
  readonly quorum: number;
  /** As the times of the witnesses are: a replay's past cannot be proven. */
  readonly clock: WallClock;
}

export const createProofsOfLeaves =
  ({ readProvenTimes, quorum, clock }: ReadProofsDependencies): ProofsOfLeaves =>
  async (leaves) => {
    const times = await readProvenTimes(leaves.map(({ index }) => index));
    const now = clock.now();
    return leaves.map(({ leaf }, i) => {
      const expiresFrom = proofDeadline(parseLeaf(leaf));
      return expiresFrom === null ? null : getProofState({ provenAt: times[i] ?? null, expiresFrom, now, quorum });
    });
  };

export const createReadProofs =
  ({ db, getProofs }: { readonly db: Database; readonly getProofs: ProofsOfLeaves }): RecordApi['readProofs'] =>
  async (signalIds) => {
    const leaves = await listSignalStatements(db, signalIds);
    const proofs = await getProofs(leaves);
    return new Map(leaves.flatMap(({ signalId }, i) => (proofs[i] ? [[signalId, proofs[i]] as const] : [])));
  };
