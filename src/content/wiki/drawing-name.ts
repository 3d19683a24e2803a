/** Our own drawings by name: `src` in an article, a component in the browser. */
export const drawingNames = [
  'two-ends',
  'break-even',
  'written-rules',
  'lucky-strategy',
  'two-percent',
  'way-back',
  'doubling',
  'six-stakes',
  'shrinking-gain',
  'rsi-band',
  'averages',
  'levels',
  'zone',
  'broker-house',
  'payout-scale',
] as const;

export type DrawingName = (typeof drawingNames)[number];
