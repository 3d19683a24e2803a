import type { RecordKeyTerm } from '#record/record-handover.ts';
import { parseNote } from '#record/checkpoint.ts';
import type { Database } from '#server/database/connection.ts';
import { type Witness, type WitnessAnswer, WitnessError } from '#server/integrations/witness/witness.ts';
import { getWitnessId, openCosignature, parseWitnessVkey } from '#node/notes.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import { findLastCosigned, insertCosignature } from './cosignatures.repository.ts';
import type { CosignedJournal } from './cosigned-journal.ts';
import { readConsistencyProof } from '../sign/record-tree.ts';
import { type CheckpointRow, findLastCheckpoint } from '../sign/record-tree.repository.ts';

interface SubmitCheckpointDependencies {
  readonly db: Database;
  readonly witness: Witness;
  /** The keys of the record, oldest first. */
  readonly terms: readonly RecordKeyTerm[];
  readonly cosigned: Pick<CosignedJournal, 'append'>;
}

/** False: there was nothing to submit. Rejects with WitnessError. */
export type SubmitCheckpoint = (stopping: AbortSignal) => Promise<boolean>;

/** A checkpoint, or a hand-over. */
type Submitted = CheckpointRow | { readonly size: number; readonly note: string };

/** The first answer may name another size; each hand-over takes a submission of its own. */
const maxAttempts = 8;

/**
 * Submits the newest checkpoint to a witness and stores its cosignature once it is verified. A
 * witness that trusts an earlier key gets the hand-overs first; their cosignatures are not stored,
 * because their text is not that of a checkpoint.
 */
export function createSubmitCheckpoint({
  db,
  witness,
  terms,
  cosigned,
}: SubmitCheckpointDependencies): SubmitCheckpoint {
  /** Size of the witness's latest checkpoint, as far as known. */
  let latest: number | null = null;
  const handovers = terms.flatMap(({ fromSize, handover }) =>
    handover === null ? [] : { size: fromSize, note: handover },
  );

  const ask = async ({ size, note }: Submitted, oldSize: number, stopping: AbortSignal): Promise<WitnessAnswer> => {
    const hashes = await readConsistencyProof(db, oldSize, size);
    return witness.addCheckpoint({ oldSize, proof: hashes.map((hash) => hash.toString('base64')), note }, stopping);
  };

  /** The next hand-over that the witness may not have seen. */
  const nextHandover = (size: number): Submitted | undefined => {
    while (handovers[0] && handovers[0].size < size) handovers.shift();
    return handovers[0];
  };

  /** Whether the witness has cosigned it; false: `latest` has changed, so that it is asked again. */
  const submit = async (submitted: Submitted, key: VerifierKey, stopping: AbortSignal): Promise<boolean> => {
    const isHandover = submitted === handovers[0];
    const answer = await ask(submitted, latest ?? 0, stopping).catch((error: unknown) => {
      const isForeign = isHandover && error instanceof WitnessError && error.kind === 'unknown_key';
      if (isForeign) return null;
      throw error;
    });
    if (answer?.kind === 'other_size') {
      latest = answer.size;
      return false;
    }
    if (isHandover) {
      // One that it rejects is signed by keys that it has never trusted.
      if (answer) latest = submitted.size;
      handovers.shift();
      return false;
    }
    const { size, note } = submitted;
    const text = parseNote(note)?.text ?? '';
    const found = openCosignature(text, answer?.signatures ?? [], key);
    if (!found) throw new WitnessError('invalid_answer', 'its answer has no valid cosignature by its key');
    const row = await insertCosignature(db, { size, witness: getWitnessId(key), ...found });
    if ('root' in submitted) await cosigned.append(submitted, row);
    latest = size;
    return true;
  };

  /** Another process has signed and submitted more meanwhile; nobody else can have. */
  const assertKnown = async (cosignedSize: number): Promise<false> => {
    const size = (await findLastCheckpoint(db))?.size ?? 0;
    if (cosignedSize > size)
      throw new WitnessError('inconsistent', `it has cosigned ${cosignedSize} leaves, and the record has ${size}`);
    return false;
  };

  return async (stopping) => {
    const key = parseWitnessVkey(witness.vkey() ?? '');
    const newest = key && (await findLastCheckpoint(db));
    if (!key || !newest) return false;
    latest ??= (await findLastCosigned(db, getWitnessId(key)))?.size ?? 0;
    if (newest.size <= latest) return false;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (latest > newest.size) return assertKnown(latest);
      const next: Submitted = nextHandover(latest) ?? newest;
      // Its note is signed by the key that was handed over; the next checkpoint is cosigned instead.
      if (next === newest && terms.some(({ fromSize }) => fromSize > 0 && fromSize === newest.size)) return false;
      if (await submit(next, key, stopping)) return true;
    }
    throw new WitnessError('invalid_answer', 'it names another size each time');
  };
}
