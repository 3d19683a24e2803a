/**
 * Whether anyone but the operator attests that a statement was recorded before its outcome.
 * `proven`: a quorum of witnesses saw it before it could expire. `pending`: it can still be seen in
 * time. `unproven`: it was not, or no quorum is required.
 */
export const proofStates = ['proven', 'pending', 'unproven'] as const;
export type ProofState = (typeof proofStates)[number];

interface Times {
  /** When the quorum had seen it; null: it has not. */
  readonly provenAt: number | null;
  /** The earliest expiry that it can have. */
  readonly expiresFrom: number;
  readonly now: number;
  /** 0: no witness is required. */
  readonly quorum: number;
}

/** Instants in milliseconds UTC. */
export function getProofState({ provenAt, expiresFrom, now, quorum }: Times): ProofState {
  if (quorum === 0) return 'unproven';
  if (provenAt !== null) return provenAt < expiresFrom ? 'proven' : 'unproven';
  return now < expiresFrom ? 'pending' : 'unproven';
}
