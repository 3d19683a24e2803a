import { maxChase } from '#domain/signals/chase.ts';

/** Dollars. The stake doubles with every step; `lost` is what the chain has cost once this step is lost too. */
export interface ChaseStep {
  readonly step: number;
  readonly stake: number;
  readonly lost: number;
}

export interface ChaseEnd {
  /** The step that wins; null: every one is lost. */
  readonly wonAt: number | null;
  /** Share of 1. */
  readonly chance: number;
  /** What the whole chain comes to, dollars. */
  readonly total: number;
  readonly stake: number;
}

export interface ChaseOdds {
  readonly steps: readonly ChaseStep[];
  readonly ends: readonly ChaseEnd[];
  /** What is lost for certain by stopping now. */
  readonly stop: number;
  /** What the chain comes to on average. */
  readonly mean: number;
  /** What can be lost from now on, beside what is lost already. */
  readonly atRisk: number;
}

interface ChaseQuestion {
  readonly firstStake: number;
  /** Share of the stake that a win pays. */
  readonly payout: number;
  /** Chance of a step to win, share of 1; each step is taken to be independent of the others. */
  readonly p: number;
  /** How many steps are lost already: 1 after the first loss, 2 after the first chase. */
  readonly lostSteps: number;
}

/** A martingale from here to its end: the first win, or the last step that is allowed. */
export function chaseOdds({ firstStake, payout, p, lostSteps }: ChaseQuestion): ChaseOdds {
  const steps = Array.from({ length: maxChase + 1 }, (_, index) => {
    const stake = firstStake * 2 ** index;
    return { step: index + 1, stake, lost: 2 * stake - firstStake };
  });
  const lostAfter = (step: number): number => steps[step - 1]?.lost ?? 0;
  const wins = steps.slice(lostSteps).map(({ step, stake }) => ({
    wonAt: step,
    chance: (1 - p) ** (step - 1 - lostSteps) * p,
    total: stake * payout - lostAfter(step - 1),
    stake,
  }));
  const worst = lostAfter(steps.length);
  const allLost = { wonAt: null, chance: (1 - p) ** wins.length, total: -worst, stake: steps.at(-1)?.stake ?? 0 };
  const ends = [...wins, allLost];
  return {
    steps,
    ends,
    stop: -lostAfter(lostSteps),
    mean: ends.reduce((sum, { chance, total }) => sum + chance * total, 0),
    atRisk: worst - lostAfter(lostSteps),
  };
}

/** Whole numbers that add up to a hundred, as near to the shares as they can be. */
export function inHundred(shares: readonly number[]): readonly number[] {
  const floors = shares.map((share) => Math.floor(share * 100 + 1e-9));
  const missing = 100 - floors.reduce((sum, part) => sum + part, 0);
  const byRest = shares
    .map((share, index) => ({ index, rest: share * 100 - (floors[index] ?? 0) }))
    .toSorted((a, b) => b.rest - a.rest)
    .slice(0, missing)
    .map(({ index }) => index);
  return floors.map((part, index) => (byRest.includes(index) ? part + 1 : part));
}
