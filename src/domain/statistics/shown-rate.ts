/**
 * Min number of wins and losses for a rate to be shown to anyone: below it, a rate is mostly
 * chance. Counts are always shown.
 */
export const minOutcomesForRate = 100;

/**
 * Min number of hours for a rate: outcomes of an hour are correlated, and a variance estimated from
 * few hours is too uncertain.
 */
export const minHoursForRate = 20;

/** Half up, and a tie that a division has moved by its last bit is still one. */
export function roundTo(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  return (Math.sign(value) * Math.round(Math.abs(value) * unit + 1e-6)) / unit || 0;
}

/** A probability, break-even or win rate in percent as it is shown everywhere: with one decimal. */
export const shownPercent = (percent: number): number => roundTo(percent, 1);

/** Points between two of them as they are shown, so that they add up. */
export const shownPoints = (percent: number, other: number): number =>
  roundTo(shownPercent(percent) - shownPercent(other), 1);

/**
 * Points that sum to `total`, each as it is shown, so that the shown ones add up to the shown total
 * (largest remainder): what rounding leaves goes to those closest to the next unit.
 */
export function shownParts(points: readonly number[], total: number, decimals = 1): number[] {
  const unit = 10 ** decimals;
  const floors = points.map((value) => Math.floor(roundTo(value * unit, 6)));
  const left = Math.round(roundTo(total, decimals) * unit) - floors.reduce((sum, floor) => sum + floor, 0);
  const remainder = (i: number): number => (points[i] ?? 0) * unit - (floors[i] ?? 0);
  const raised = new Set(
    [...points.keys()].toSorted((a, b) => remainder(b) - remainder(a)).slice(0, Math.max(0, left)),
  );
  return floors.map((floor, i) => (raised.has(i) ? floor + 1 : floor) / unit || 0);
}

/** Whether a stated probability, percent, differs from even as it is shown: 50.0 % names no direction. */
export const hasLean = (passability: number): boolean => shownPercent(passability) > 50;

/** A stated probability, percent, on the signal page: so many of 100. */
export const shownChance = (percent: number): number => roundTo(percent, 0);

/** How far a chance is short of what it needs, as both are shown; 0: by less than can be shown. */
export const shownShortBy = (chance: number, needed: number): number =>
  Math.max(0, shownChance(needed) - shownChance(chance));

/**
 * What a stake of 1 gains on average at the chance that is shown, to the cent. `payout`: the share of
 * the stake that a win pays.
 */
export const shownValue = (chance: number, payout: number): number =>
  roundTo((shownChance(chance) / 100) * (1 + payout) - 1, 2);
