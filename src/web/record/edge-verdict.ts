/**
 * Position of a 95 % interval of the win rate relative to break-even: always stated in words,
 * never by colour alone.
 */
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
