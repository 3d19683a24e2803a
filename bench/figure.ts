export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** One measured quantity of a row: the median of its rounds, and their spread. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: number;
  /** Null: informational, without a goal. */
  readonly goal: Goal | null;
}

export function createFigure(what: string, unit: string, rounds: readonly number[], goal: Goal | null = null): Figure {
  const value = quantile(rounds, 0.5);
  return { what, unit, value, min: Math.min(...rounds), max: Math.max(...rounds), rounds: rounds.length, goal };
}

/** Null: no goal. */
export function isMet({ value, goal }: Figure): boolean | null {
  if (goal === null) return null;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** Linear between the two nearest of the sorted values; NaN without any. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (position - Math.floor(position)) * (above - below);
}
