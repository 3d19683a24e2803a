import type { NoteSignature } from '#record/checkpoint.ts';
import type { WitnessErrorKind } from '#domain/record/witness-error.ts';

/** The body of a witness's `add-checkpoint` call. */
export interface CheckpointSubmission {
  /** Size of the witness's latest checkpoint of this log. */
  readonly oldSize: number;
  /** Base64 of 32-byte hashes: the consistency proof from `oldSize` to the note's size. */
  readonly proof: readonly string[];
  readonly note: string;
}

/** Cosigns checkpoints of the record that continue what it has seen; C2SP tlog-witness. */
export interface Witness {
  /** Its C2SP verifier key. */
  readonly vkey: string;
  /** Rejects with WitnessError. The answer is not verified. */
  addCheckpoint(submission: CheckpointSubmission, stopping: AbortSignal): Promise<WitnessAnswer>;
}

export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly signatures: readonly NoteSignature[] }
  /** The old size is not that of the witness's latest checkpoint, which is this one. */
  | { readonly kind: 'other_size'; readonly size: number };

/** The message is for the log. */
export class WitnessError extends Error {
  readonly kind: WitnessErrorKind;
  constructor(kind: WitnessErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WitnessError';
    this.kind = kind;
  }
}

/** All witnesses of the record. */
export interface WitnessSide {
  readonly witnesses: readonly Witness[];
  /** How many cosignatures prove a checkpoint; 0: none is required. */
  readonly quorum: number;
}
