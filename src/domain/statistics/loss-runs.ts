/**
 * Runs of consecutive losses in a sequence of wins and losses: the data needed to join two adjacent
 * sequences.
 */
export interface LossRuns {
  /** Number of wins and losses. */
  readonly decided: number;
  /** Losses before the first win, after the last one, and in the longest run. */
  readonly first: number;
  readonly last: number;
  readonly longest: number;
}

export const emptyRuns = (): LossRuns => ({ decided: 0, first: 0, last: 0, longest: 0 });

export const appendToRuns = (runs: LossRuns, isWon: boolean): LossRuns => joinRuns(runs, isWon ? aWin : aLoss);

const aWin: LossRuns = { decided: 1, first: 0, last: 0, longest: 0 };
const aLoss: LossRuns = { decided: 1, first: 1, last: 1, longest: 1 };

export const joinRuns = (a: LossRuns, b: LossRuns): LossRuns => ({
  decided: a.decided + b.decided,
  first: a.first === a.decided ? a.decided + b.first : a.first,
  last: b.last === b.decided ? a.last + b.decided : b.last,
  longest: Math.max(a.longest, b.longest, a.last + b.first),
});

/**
 * The exact probability that `signals` independent wins and losses contain a run of at least `losses`
 * consecutive losses. `p`: the probability of a win.
 */
export function lossRunChance(losses: number, signals: number, p: number): number {
  // open[n]: probability of no such run so far and n losses since the last win.
  let open = [1];
  for (let made = 0; made < signals; made += 1) {
    const won = open.reduce((sum, chance) => sum + chance, 0) * p;
    open = [won, ...open.map((chance) => chance * (1 - p))].slice(0, losses);
  }
  return 1 - open.reduce((sum, chance) => sum + chance, 0);
}
