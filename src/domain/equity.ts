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

/**
 * What one stake on every trade comes to: a win brings `payout` stakes, a loss takes one, a tie nothing. `trades` in the
 * order of their ends. The deepest fall is found among all of them, whatever points are left.
 */
export function equityOf(trades: readonly Trade[], payout: number): Equity {
  const walk = createWalk(payout);
  const stride = Math.max(1, Math.ceil(trades.length / mostPoints));
  const points: EquityPoint[] = [];
  for (const [i, trade] of trades.entries()) {
    walk.take(trade);
    if ((i + 1) % stride === 0 || i === trades.length - 1) points.push(walk.point(trade.at, i + 1));
  }
  return { ...walk.sums(), trades: trades.length, points };
}

function createWalk(payout: number) {
  // Whole wins and losses: however many are added up, the sum is exact.
  let [wins, losses, inARow, longestLosses, peak] = [0, 0, 0, 0, 0];
  let peakAt: number | null = null;
  let drawdown: Equity['drawdown'] = null;
  const total = (): number => round(wins * payout - losses);
  return {
    take: ({ at, result }: Trade): void => {
      peakAt ??= at;
      if (result === 'successful') wins += 1;
      if (result === 'unsuccessful') losses += 1;
      inARow = result === 'unsuccessful' ? inARow + 1 : result === 'successful' ? 0 : inARow;
      longestLosses = Math.max(longestLosses, inARow);
      if (total() >= peak) [peak, peakAt] = [total(), at];
      const depth = round(peak - total());
      if (depth > (drawdown?.depth ?? 0)) drawdown = { depth, from: peakAt, to: at };
    },
    point: (at: number, trades: number): EquityPoint => ({ at, trades, total: total(), peak }),
    sums: () => ({ total: total(), drawdown, longestLosses }),
  };
}

const round = (stakes: number): number => Math.round(stakes * 1e6) / 1e6;
