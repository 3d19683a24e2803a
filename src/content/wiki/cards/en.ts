import type { WikiCards } from '../wiki-article.ts';

export const cards: WikiCards = {
  'understanding-binary-options': {
    title: 'What binary options really are',
    description: 'A fixed payout, a short expiry, and why the maths starts out against you.',
    readingTime: 7,
    hero: { src: 'two-ends', alt: 'A price line splits in two: above the entry a win, below it a loss' },
  },
  'risk-management-methods': {
    title: 'Managing risk',
    description: 'The 2% rule and what it changes in a bad week.',
    readingTime: 7,
    hero: { src: 'two-percent', alt: 'A ring with a thin slice marked: two percent of the account' },
  },
  'martingale-strategy': {
    title: 'Martingale: how doubling eats your deposit',
    description: 'Long losing streaks, without the sugar-coating.',
    readingTime: 7,
    hero: { src: 'doubling', alt: 'Four bars, each twice as high as the one before, the last in the colour of a loss' },
  },
  'successful-trading-strategies': {
    title: 'Strategies you can test',
    description: 'How to write rules that can be proven wrong.',
    readingTime: 7,
    hero: { src: 'written-rules', alt: 'Five price candles: filled ones up, hollow ones down' },
  },
  'rsi-sma-strategy': {
    title: 'RSI and SMA together',
    description: 'When two indicators say the same thing, and when they get in each other’s way.',
    readingTime: 7,
    hero: { src: 'rsi-band', alt: 'The wavy line of an indicator between two dashed levels' },
  },
  'support-resistance-strategy': {
    title: 'Support and resistance',
    description: 'How to mark zones instead of drawing what you hope to see.',
    readingTime: 7,
    hero: { src: 'levels', alt: 'A price moving between two dashed levels and bouncing off them' },
  },
  'choose-broker': {
    title: 'How to choose a broker',
    description: 'Licence, withdrawals, payout terms: what to check.',
    readingTime: 7,
    hero: { src: 'broker-house', alt: 'A building with columns and a check mark' },
  },
};
