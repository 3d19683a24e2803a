/** Assumptions of the bankroll page. */
export const stakeRule = {
  /**
   * Share of the balance per trade: the max that money management advises for a bet that can be
   * lost entirely.
   */
  share: 0.02,
  /** The min stake that the partner broker accepts, US dollars. */
  minStake: 1,
  /** Number of trades simulated ahead. */
  trades: 200,
} as const;

/** Rounded down to whole cents, so it never exceeds the share. */
export const stakeAt = (balance: number, share: number): number => Math.floor(balance * share * 100 + 1e-6) / 100;

/** The stake by a trader's share, raised to the least that the broker accepts. */
export const acceptedStakeAt = (balance: number, share: number): number =>
  Math.max(stakeRule.minStake, stakeAt(balance, share));

/** Default of the operator's setting; pages use it until the server's value is loaded. */
export const usualPayout = 0.82;

/**
 * Trades of equal stake. Amounts in dollars; `payout`: share of the stake that a win pays; `p`:
 * probability of a win, ties excluded.
 */
export interface StakePlan {
  readonly balance: number;
  readonly stake: number;
  readonly payout: number;
  readonly p: number;
  readonly trades: number;
  /** Min balance for trading. */
  readonly minBalance: number;
}

/** Shares of 1. */
interface StakeProjection {
  /** The balance fell below the min or below the stake, which ended trading. */
  readonly ruin: number;
  /** Balance at the end below the initial one; includes ruin. */
  readonly behind: number;
}

/**
 * Exact distribution of a balance: the probability of every number of wins, trade by trade, each
 * path ending when it is ruined. Trades are independent and the stake is constant.
 */
export function projectStakes(plan: StakePlan): StakeProjection {
  // chances[wins]: probability of the paths that are still active.
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

/**
 * Number of consecutive losses, from the first trade on, after which the balance can still be
 * traded.
 */
export function survivedLosses({ balance, stake, minBalance }: Omit<StakePlan, 'p' | 'payout' | 'trades'>): number {
  return Math.max(0, Math.floor((balance - Math.max(minBalance, stake)) / stake + cent));
}

const balanceAfter = ({ balance, stake, payout }: StakePlan, wins: number, made: number): number =>
  balance + stake * (wins * payout - (made - wins));

const isRuined = ({ minBalance, stake }: StakePlan, balance: number): boolean =>
  isLess(balance, Math.max(minBalance, stake));

/** Tolerance: floating-point sums of cents are only close to whole cents. */
const cent = 1e-6;
const isLess = (a: number, b: number): boolean => a < b - cent;
