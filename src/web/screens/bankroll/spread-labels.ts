interface Room {
  /** Minimum distance between two labels. */
  readonly gap: number;
  readonly min: number;
  readonly max: number;
}

/** Moves labels apart as little as a pass down and a pass up allow; their order stays. */
export function spreadLabels(places: readonly number[], { gap, min, max }: Room): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = [...places];
  let lowest = min;
  for (const index of order) {
    spread[index] = Math.max(lowest, places[index] ?? 0);
    lowest = spread[index] + gap;
  }
  let highest = max;
  for (const index of order.toReversed()) {
    spread[index] = Math.min(highest, spread[index] ?? 0);
    highest = spread[index] - gap;
  }
  return spread;
}
