/** Assumptions of the bankroll page. */
export const stakeRule = {
  /**
   * Share of the balance per trade: the max that money management advises for a bet that can be
   * lost entirely.
   */
  share: 0.02,
  /** The min stake that the partner broker accepts, US dollars. */
  minStake: 1,
  /** Number of trades simulated ahead. */
  trades: 200,
} as const;

/** Rounded down to whole cents, so it never exceeds the share. */
export const stakeAt = (balance: number, share: number): number => Math.floor(balance * share * 100 + 1e-6) / 100;

/** The stake by a trader's share, raised to the least that the broker accepts. */
export const acceptedStakeAt = (balance: number, share: number): number =>
  Math.max(stakeRule.minStake, stakeAt(balance, share));

/** Default of the operator's setting; pages use it until the server's value is loaded. */
export const usualPayout = 0.82;
