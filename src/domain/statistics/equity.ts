/**
 * One stake on each of the forecasts that ended in an hour or a day. Instants in milliseconds UTC.
 */
export interface EquityStep {
  readonly startsAt: number;
  readonly lastAt: number;
  readonly won: number;
  readonly lost: number;
  readonly neutral: number;
  readonly runs: LossRuns;
}

/** Sums in stakes. `peak`: the highest sum so far, at least 0. */
interface EquityPoint {
  readonly at: number;
  readonly trades: number;
  readonly total: number;
  readonly peak: number;
}

interface Equity {
  readonly trades: number;
  readonly total: number;
  readonly drawdown: { readonly depth: number; readonly from: number; readonly to: number } | null;
  readonly longestLosses: number;
  readonly points: readonly EquityPoint[];
}

/** Max number of points, as fine as a screen shows; longer series are thinned out. */
const maxPoints = 240;

/**
 * Equity of one stake per forecast: a win adds `payout` stakes, a loss subtracts one, a tie adds
 * nothing. Total and max drawdown are measured at the end of each step; the longest run of losses
 * is found among all forecasts.
 */
export function computeEquity(steps: readonly EquityStep[], payout: number): Equity {
  const first = steps[0];
  if (!first) return { trades: 0, total: 0, drawdown: null, longestLosses: 0, points: [] };
  const stride = Math.ceil(steps.length / (maxPoints - 1));
  const points: EquityPoint[] = [{ at: first.startsAt, trades: 0, total: 0, peak: 0 }];
  // Integer counts of wins and losses keep the sum exact for any number of trades.
  let [trades, won, lost, total, peak, peakAt] = [0, 0, 0, 0, 0, first.startsAt];
  let [depth, from, to] = [0, 0, 0];
  let runs = emptyRuns();
  steps.forEach((step, i) => {
    won += step.won;
    lost += step.lost;
    trades += step.won + step.lost + step.neutral;
    runs = joinRuns(runs, step.runs);
    total = won * payout - lost;
    if (total >= peak - dust) [peak, peakAt] = [total, step.lastAt];
    if (peak - total > depth + dust) [depth, from, to] = [peak - total, peakAt, step.lastAt];
    if ((steps.length - 1 - i) % stride === 0)
      points.push({ at: step.lastAt, trades, total: round(total), peak: round(peak) });
  });
  const drawdown = depth > 0 ? { depth: round(depth), from, to } : null;
  return { trades, total: round(total), drawdown, longestLosses: runs.longest, points };
}

/** Tolerance: floating-point sums of payouts are not exact. */
const dust = 1e-9;
const round = (stakes: number): number => Math.round(stakes * 1e6) / 1e6;

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
