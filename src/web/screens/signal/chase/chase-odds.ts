/** Dollars. The stake doubles with every step; `lost`: if this step is lost too. */
interface ChaseStep {
  readonly step: number;
  readonly stake: number;
  readonly lost: number;
}

export interface ChaseEnd {
  /** The winning step; null: all steps are lost. */
  readonly wonAt: number | null;
  /** Share of 1. */
  readonly chance: number;
  /** Result of the whole chain, in dollars. */
  readonly total: number;
  readonly stake: number;
}

export interface ChaseOdds {
  readonly steps: readonly ChaseStep[];
  readonly ends: readonly ChaseEnd[];
  /** The certain loss when stopping now. */
  readonly stop: number;
  /** Mean result of the chain. */
  readonly mean: number;
  /** Possible further loss, in addition to what is lost already. */
  readonly atRisk: number;
}

interface ChaseQuestion {
  readonly firstStake: number;
  /** Payout of a win as a share of the stake. */
  readonly payout: number;
  /** Win probability of a step, from 0 to 1; steps are assumed independent. */
  readonly p: number;
  /** Number of stakes already lost: 1 after the first loss, 2 after the first chase; less after practice. */
  readonly lostStakes: number;
  /** Number of steps that may follow. */
  readonly stepsLeft: number;
}

/** A martingale from the current step to its end: the first win, or the last allowed step. */
export function chaseOdds({ firstStake, payout, p, lostStakes, stepsLeft }: ChaseQuestion): ChaseOdds {
  const steps = Array.from({ length: lostStakes + stepsLeft }, (_, index) => {
    const stake = chaseStake(firstStake, index + 1);
    return { step: index + 1, stake, lost: 2 * stake - firstStake };
  });
  const lostAfter = (step: number): number => steps[step - 1]?.lost ?? 0;
  const wins = steps.slice(lostStakes).map(({ step, stake }) => ({
    wonAt: step,
    chance: (1 - p) ** (step - 1 - lostStakes) * p,
    total: stake * payout - lostAfter(step - 1),
    stake,
  }));
  const worst = lostAfter(steps.length);
  const allLost = { wonAt: null, chance: (1 - p) ** wins.length, total: -worst, stake: steps.at(-1)?.stake ?? 0 };
  const ends = [...wins, allLost];
  return {
    steps,
    ends,
    stop: -lostAfter(lostStakes),
    mean: ends.reduce((sum, { chance, total }) => sum + chance * total, 0),
    atRisk: worst - lostAfter(lostStakes),
  };
}

/** The stake of a step, counted from 1. */
export const chaseStake = (firstStake: number, step: number): number => firstStake * 2 ** (step - 1);
