import { createRollingSum } from './rolling-sum.ts';

/**
 * Chande momentum oscillator, −100 to +100 (T. Chande and S. Kroll, "The New Technical Trader",
 * 1994): rises minus falls of `period` changes, as a share of all movement. 0 when nothing moved;
 * NaN during warm-up.
 */
export function createChandeMomentum(period: number): (value: number) => number {
  const net = createRollingSum(period);
  const travel = createRollingSum(period);
  let before = Number.NaN;

  function push(value: number): number {
    const change = value - before;
    before = value;
    if (Number.isNaN(change)) return Number.NaN;
    const difference = net(change);
    const movement = travel(Math.abs(change));
    return movement === 0 ? 0 : (100 * difference) / movement;
  }

  return push;
}
