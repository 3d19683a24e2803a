/**
 * The win rate, from 0 to 1, at which a trader neither gains nor loses. `payout`: the share of the
 * stake that a win pays, 0.82 for 82 %.
 */
export const getBreakEven = (payout: number): number => 1 / (1 + payout);

/** The payout at which a win rate breaks even. */
export const getPayout = (breakEven: number): number => 1 / breakEven - 1;
