/** Where a 95 % interval of the win rate lies against the break-even: worded, never coloured alone. */
export type EdgeVerdict = 'above' | 'across' | 'below';

export function edgeVerdict(interval: { readonly low: number; readonly high: number }, breakEven: number): EdgeVerdict {
  if (interval.low > breakEven) return 'above';
  return interval.high < breakEven ? 'below' : 'across';
}

/** The colour of a verdict: the outcome's that it resembles. */
export const verdictTone: Record<EdgeVerdict, 'win' | 'equal' | 'loss'> = {
  above: 'win',
  across: 'equal',
  below: 'loss',
};
