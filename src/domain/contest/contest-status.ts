/** Of a screenshot that a participant sent. */
export const proofStatuses = ['pending', 'approved', 'refused'] as const;
export type ProofStatus = (typeof proofStatuses)[number];

/** Of a winner: screenshots are awaited, the trades are confirmed, the prize is paid, or it passed on to the next. */
export const winnerStatuses = ['awaiting', 'confirmed', 'paid', 'forfeited'] as const;
export type WinnerStatus = (typeof winnerStatuses)[number];

/** What may follow what. */
const mayFollow: Readonly<Record<WinnerStatus, readonly WinnerStatus[]>> = {
  awaiting: ['confirmed', 'forfeited'],
  confirmed: ['paid', 'forfeited'],
  paid: [],
  forfeited: [],
};

export const mayBecome = (from: WinnerStatus, to: WinnerStatus): boolean => mayFollow[from].includes(to);
