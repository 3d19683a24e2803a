/** How the bankroll page reckons. */
export const stakeRule = {
  /** Of the balance, in one trade: what money management advises at most for a bet that may be lost whole. */
  share: 0.02,
  /** The smallest trade that the partner broker accepts, US dollars. */
  minStake: 1,
  /** So many trades ahead. */
  trades: 200,
} as const;

/** Whole cents, rounded down: never more than the share. */
export const stakeAt = (balance: number, share: number): number => Math.floor(balance * share * 100 + 1e-6) / 100;

/** The operator's setting as it is shipped: what pages reckon with until the server has told its own. */
export const usualPayout = 0.82;
