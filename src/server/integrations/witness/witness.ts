import type { CheckpointSubmission } from '#record/add-checkpoint.ts';
import type { NoteSignature } from '#record/checkpoint.ts';
import type { WitnessErrorKind } from '#domain/record/witness-error.ts';

/** Cosigns checkpoints of the record that continue what it has seen; C2SP tlog-witness. */
export interface Witness {
  /** Its C2SP verifier key; null: not known yet, because it has not started. */
  vkey(): string | null;
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
  /** The demo's witness beside the product; null: there is none. */
  readonly own: {
    /** `logVkey`: the key of the record, which it trusts from its first start on. */
    start(logVkey: string): void;
    stop(): Promise<void>;
  } | null;
}
