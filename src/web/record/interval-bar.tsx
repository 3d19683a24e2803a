interface IntervalBarProps {
  /** Null: too few outcomes for a rate. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly winRate: number | null;
  /** Position of a share, in percent of the width. */
  readonly x: (share: number) => number;
  /** Null: unknown, so there is no verdict. */
  readonly breakEven: number | null;
}

/** The row states the same in numbers and words. */
export function IntervalBar({ interval, winRate, x, breakEven }: IntervalBarProps) {
  const at = (share: number): number => x(share) * 4;
  const tone = interval && breakEven !== null ? verdictTone[edgeVerdict(interval, breakEven)] : 'equal';
  const line = { stroke: `var(--${tone})`, vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <svg viewBox="0 0 400 28" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 14H400" stroke="var(--line-2)" vectorEffect="non-scaling-stroke" />
      {interval && <path d={`M${at(interval.low)} 14H${at(interval.high)}`} strokeWidth="6" opacity=".55" {...line} />}
      {interval && winRate !== null && <path d={`M${at(winRate)} 6v16`} strokeWidth="3" {...line} />}
      {breakEven !== null && (
        <path d={`M${at(breakEven)} 0V28`} strokeWidth="1.25" strokeDasharray="2 2" {...line} stroke="var(--t1)" />
      )}
    </svg>
  );
}

/** Position of the 95 % interval relative to break-even; always in words, too. */
type EdgeVerdict = 'above' | 'across' | 'below';

export function edgeVerdict(interval: { readonly low: number; readonly high: number }, breakEven: number): EdgeVerdict {
  if (interval.low > breakEven) return 'above';
  return interval.high < breakEven ? 'below' : 'across';
}

/** A verdict borrows the colour of the outcome that it resembles. */
export const verdictTone: Record<EdgeVerdict, 'win' | 'equal' | 'loss'> = {
  above: 'win',
  across: 'equal',
  below: 'loss',
};
