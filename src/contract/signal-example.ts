/** For the reference: one signal that has been settled, the same in every call. */
export const signalExample = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  symbol: 'EURUSD',
  signal: 'BUY',
  time: '2026-11-23T09:30:00.650Z',
  duration: 5,
  aiModel: 'kurs_ai_v2',
  status: 'settled',
  openPrice: 1.08432,
  openedAt: '2026-11-23T09:30:00.912Z',
  closePrice: 1.08461,
  expiresAt: '2026-11-23T09:35:00.912Z',
  result: 'successful',
  voidReason: null,
  isWinner: true,
  passability: 57.4,
  analytics: {
    baseRate: 0.563,
    breakEven: 0.5495,
    contributions: [
      { feature: 'z_120', value: -1.7, effect: 4.6 },
      { feature: 'rsi_14', value: 34.2, effect: 2.8 },
    ],
    indicators: [{ name: 'rsi_14', value: 34.2, reading: 'neutral' }],
    levels: [{ name: 'high_60', price: 1.08467 }],
    sampleSize: 4120,
    text: 'The price is stretched downwards against its last two hours.',
  },
  late: [
    { delay: 5, openPrice: 1.08435, result: 'successful' },
    { delay: 10, openPrice: 1.08441, result: 'successful' },
  ],
} as const;
