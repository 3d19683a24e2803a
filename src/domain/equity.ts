import type { Outcome } from './outcome.ts';

/** One stake on one signal. `at`: when it ended, milliseconds. */
export interface Trade {
  readonly at: number;
  readonly result: Exclude<Outcome, 'void'>;
}

/** Sums in stakes. `peak`: the greatest sum until then, 0 at the least. */
export interface EquityPoint {
  readonly at: number;
  readonly trades: number;
  readonly total: number;
  readonly peak: number;
}

export interface Equity {
  readonly trades: number;
  readonly total: number;
  readonly drawdown: { readonly depth: number; readonly from: number; readonly to: number } | null;
  readonly longestLosses: number;
  readonly points: readonly EquityPoint[];
}

/** Steps are as fine as a screen shows: more points than this are thinned out. */
const mostPoints = 240;

/** Takes trades in the order of their ends. */
export interface EquityWalk {
  take(at: number, result: Trade['result']): void;
  end(): Equity;
}

/**
 * What one stake on each of `count` trades comes to: a win brings `payout` stakes, a loss takes one, a tie nothing. The
 * deepest fall is found among all of them, whatever points are left.
 */
export function createEquityWalk(count: number, payout: number): EquityWalk {
  const stride = Math.max(1, Math.ceil(count / mostPoints));
  const points: EquityPoint[] = [];
  // Whole wins and losses: however many are added up, the sum is exact.
  let [trades, wins, losses, inARow, longestLosses, peak] = [0, 0, 0, 0, 0, 0];
  let peakAt: number | null = null;
  let [depth, from, to] = [0, 0, 0];
  const total = (): number => wins * payout - losses;

  const add = (result: Trade['result']): void => {
    trades += 1;
    if (result === 'successful') wins += 1;
    if (result === 'unsuccessful') losses += 1;
    inARow = result === 'unsuccessful' ? inARow + 1 : result === 'successful' ? 0 : inARow;
    longestLosses = Math.max(longestLosses, inARow);
  };
  return {
    take: (at, result) => {
      add(result);
      const sum = total();
      peakAt ??= at;
      if (sum >= peak - dust) [peak, peakAt] = [sum, at];
      if (peak - sum > depth + dust) [depth, from, to] = [peak - sum, peakAt, at];
      if (trades % stride === 0 || trades === count) points.push({ at, trades, total: round(sum), peak: round(peak) });
    },
    end: () => ({
      trades,
      total: round(total()),
      drawdown: depth > 0 ? { depth: round(depth), from, to } : null,
      longestLosses,
      points,
    }),
  };
}

/** Sums of payouts come near what they are, not upon it. */
const dust = 1e-9;
const round = (stakes: number): number => Math.round(stakes * 1e6) / 1e6;
