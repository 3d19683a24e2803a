/**
 * The chance (a share of 1) that so many trades of one stake end below zero together. `winRate`: a share of 1, ties left out;
 * `payout`: the share of the stake that a win brings. Exact, from the binomial distribution.
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
