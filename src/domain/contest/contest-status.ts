/** Status of a participant's screenshot. */
export const proofStatuses = ['pending', 'approved', 'refused'] as const;
export type ProofStatus = (typeof proofStatuses)[number];

/**
 * Status of a winner: screenshots pending, trades confirmed, prize paid, or prize passed on to the
 * next.
 */
export const winnerStatuses = ['awaiting', 'confirmed', 'paid', 'forfeited'] as const;
export type WinnerStatus = (typeof winnerStatuses)[number];

/** Allowed transitions. */
const mayFollow: Readonly<Record<WinnerStatus, readonly WinnerStatus[]>> = {
  awaiting: ['confirmed', 'forfeited'],
  confirmed: ['paid', 'forfeited'],
  paid: [],
  forfeited: [],
};

export const mayBecome = (from: WinnerStatus, to: WinnerStatus): boolean => mayFollow[from].includes(to);
