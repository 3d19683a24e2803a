/** The broker's payout as a share of the stake, computed from the break-even win rate. */
export const getPayout = (breakEven: number): number => 1 / breakEven - 1;
