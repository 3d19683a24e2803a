import { projectStakes, type StakePlan } from '#domain/signals/ruin.ts';
import { stakeRule } from '#domain/signals/stake-rule.ts';
import { roundToCents } from '#web/language/formats.ts';
import type { WinRate } from './win-rates.ts';

interface RuinPoint {
  readonly stake: number;
  /** Share of 1. */
  readonly ruin: number;
}

export interface RuinCurve {
  readonly name: 'low' | 'mid' | 'high';
  readonly rate: number;
  readonly points: readonly RuinPoint[];
}

/** The values shared by every stake and rate. */
export type Funds = Pick<StakePlan, 'balance' | 'payout' | 'minBalance'>;

const pointCount = 25;
/** A fifth of the balance per trade: larger stakes are not worth showing. */
const maxShare = 0.2;

/**
 * Stakes from the smallest to a fifth of the balance, in equal steps; a single stake if the range
 * is empty.
 */
export function stakesFor(balance: number): number[] {
  const maxStake = Math.max(stakeRule.minStake, balance * maxShare);
  const step = (maxStake - stakeRule.minStake) / (pointCount - 1);
  const stakes = Array.from({ length: pointCount }, (_, i) => roundToCents(stakeRule.minStake + i * step));
  return [...new Set(stakes)];
}

/**
 * A measured rate gives three curves, for itself and both ends of its interval; any other rate
 * gives one.
 */
export function computeRuinCurves(funds: Funds, { rate, interval }: Pick<WinRate, 'rate' | 'interval'>): RuinCurve[] {
  const stakes = stakesFor(funds.balance);
  const curve = (name: RuinCurve['name'], p: number): RuinCurve => ({
    name,
    rate: p,
    points: stakes.map((stake) => ({ stake, ruin: computeRuin(funds, stake, p).ruin })),
  });
  return interval
    ? [curve('low', interval.low), curve('mid', rate), curve('high', interval.high)]
    : [curve('mid', rate)];
}

export const computeRuin = (funds: Funds, stake: number, p: number) =>
  projectStakes({ ...funds, stake, p, trades: stakeRule.trades });
