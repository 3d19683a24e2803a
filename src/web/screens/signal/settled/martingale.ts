/** The broker's payout as a share of the stake, computed from the break-even win rate. */
export const payoutOf = (breakEven: number): number => 1 / breakEven - 1;

export interface MartingaleStep {
  readonly step: number;
  readonly stake: number;
  /** Profit of the whole series if this step wins, and if it loses. */
  readonly ifWin: number;
  readonly ifLoss: number;
}

/** The stake doubles after every loss. Dollars; the series ends with the first win. */
export function martingaleSteps(firstStake: number, steps: number, payout: number): readonly MartingaleStep[] {
  return Array.from({ length: steps }, (_, index) => {
    const stake = firstStake * 2 ** index;
    const lostBefore = stake - firstStake;
    return { step: index + 1, stake, ifWin: stake * payout - lostBefore, ifLoss: -(lostBefore + stake) };
  });
}

/**
 * Mean profit of such a series in dollars, where each step wins with probability `p` independently
 * of the others.
 */
export function meanOfSeries(steps: readonly MartingaleStep[], p: number): number {
  const won = steps.reduce((sum, { ifWin, step }) => sum + (1 - p) ** (step - 1) * p * ifWin, 0);
  return won + (1 - p) ** steps.length * (steps.at(-1)?.ifLoss ?? 0);
}

/** One series in this many loses every step. */
export const oneSeriesIn = (steps: number, p: number): number => Math.round(1 / (1 - p) ** steps);
