/** A stretch [from, to), milliseconds UTC; `to` is infinite while it lasts. `missing`: minutes without a bar. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly kind: 'missing' | 'reported';
}

export interface GapList {
  /** A gap that began at `from`; a second call with the same `from` says when it ended. */
  mark(from: number, to: number | null): void;
  /** [from, to) is known after all. */
  clear(from: number, to: number): void;
  within(from: number, to: number): readonly Gap[];
}

/** The oldest are forgotten: bars of that age have left every window. */
const gapsKept = 500;

export function createGapList(): GapList {
  let gaps: Gap[] = [];

  return {
    mark(from, to) {
      const others = gaps.filter((gap) => gap.from !== from);
      gaps = [...others, { from, to: to ?? Number.POSITIVE_INFINITY, kind: 'reported' as const }].slice(-gapsKept);
    },
    clear(from, to) {
      gaps = gaps.flatMap((gap) => without(gap, from, to));
    },
    within: (from, to) => gaps.filter((gap) => gap.from < to && gap.to > from),
  };
}

function without(gap: Gap, from: number, to: number): Gap[] {
  if (gap.to <= from || gap.from >= to) return [gap];
  const before = { ...gap, to: from };
  const after = { ...gap, from: to };
  return [before, after].filter((part) => part.from < part.to);
}
