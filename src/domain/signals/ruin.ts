/** Trades of one stake each. Dollars; `payout`: share of the stake that a win brings; `p`: of a win, ties left out. */
export interface StakePlan {
  readonly balance: number;
  readonly stake: number;
  readonly payout: number;
  readonly p: number;
  readonly trades: number;
  /** Below this balance there is no trading on. */
  readonly minBalance: number;
}

/** Shares of 1. */
export interface StakeFate {
  /** The balance fell below the least, or below the stake itself, and the trades ended there. */
  readonly ruin: number;
  /** Less at the end than at the beginning; ruin is among it. */
  readonly behind: number;
}

/**
 * What becomes of a balance, exactly: the chance of every number of wins, trade by trade, each path ended where it is
 * ruined. Trades are independent and the stake never changes.
 */
export function fateOf(plan: StakePlan): StakeFate {
  // chances[wins]: of the paths that still go on.
  let chances = [1];
  let ruin = isRuined(plan, plan.balance) ? 1 : 0;
  for (let made = 1; made <= plan.trades && ruin < 1; made += 1) {
    const next = oneMore(chances, plan.p);
    for (const [wins, chance] of next.entries()) {
      if (chance === 0 || !isRuined(plan, balanceAfter(plan, wins, made))) continue;
      ruin += chance;
      next[wins] = 0;
    }
    chances = next;
  }
  const behind = chances.reduce(
    (sum, chance, wins) => sum + (isLess(balanceAfter(plan, wins, plan.trades), plan.balance) ? chance : 0),
    ruin,
  );
  return ruin >= 1 ? { ruin: 1, behind: 1 } : { ruin, behind: Math.min(1, behind) };
}

function oneMore(chances: readonly number[], p: number): number[] {
  return Array.from(
    { length: chances.length + 1 },
    (_, wins) => (chances[wins] ?? 0) * (1 - p) + (chances[wins - 1] ?? 0) * p,
  );
}

/** How many losses in a row, from the very first trade on, leave a balance that can trade on. */
export function survivedLosses({ balance, stake, minBalance }: Omit<StakePlan, 'p' | 'payout' | 'trades'>): number {
  return Math.max(0, Math.floor((balance - Math.max(minBalance, stake)) / stake + cent));
}

const balanceAfter = ({ balance, stake, payout }: StakePlan, wins: number, made: number): number =>
  balance + stake * (wins * payout - (made - wins));

const isRuined = ({ minBalance, stake }: StakePlan, balance: number): boolean =>
  isLess(balance, Math.max(minBalance, stake));

/** Sums of cents come near whole cents, not upon them. */
const cent = 1e-6;
const isLess = (a: number, b: number): boolean => a < b - cent;
