/**
 * Probability (a share of 1) that `trades` trades of equal stake end below zero in total.
 * `winRate`: a share of 1, ties excluded; `payout`: the share of the stake that a win pays. Exact,
 * from the binomial distribution.
 */
export function losingChance(trades: number, winRate: number, payout: number): number {
  let chance = 0;
  for (let won = 0; won <= trades; won++) {
    if (won * payout < trades - won) chance += choose(trades, won) * winRate ** won * (1 - winRate) ** (trades - won);
  }
  return chance;
}

function choose(from: number, count: number): number {
  let ways = 1;
  for (let i = 1; i <= count; i++) ways = (ways * (from - count + i)) / i;
  return ways;
}
