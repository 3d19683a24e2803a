import type { Translation } from '../translation.ts';
import type { phrases as source } from './uk.ts';

export const phrases: Translation<typeof source> = {
  description:
    'Who we are, how we earn, where our interests conflict with yours and how we judge our models. Reviews from real users only.',
  title: 'We measure forecasts and show when they’re wrong',
  lead: '{{brand}} gives you free signals for currency pairs. Models say where the price is heading, and a public record shows whether they were right.',
  figures: {
    label: '{{brand}} in numbers',
    total: 'Settled signals',
    rate: 'Win rate, 95% interval',
    few: 'not enough signals yet',
    proven: 'Models with a proven edge',
    provenOf: '{{proven}} of {{models}}',
    pay: 'You pay us',
  },
  earn: {
    title: 'How we earn',
    text: 'Once a year the broker pays us about 2% of the turnover of the users we refer. Your trading terms stay the same.',
    you: 'You',
    youText: 'trade with the broker',
    broker: 'Broker',
    brokerText: 'takes its margin from every trade',
    us: '{{brand}}',
    usText: 'get a share once a year',
    example: 'For example, $12,000 of turnover in a year comes to $240.',
    conflict:
      '<b>That’s a conflict of interest.</b> The more you trade, the more we earn, so it suits us when you trade often. We don’t pretend otherwise. These rules, which you can see in the app, keep us in check:',
    limit: 'automatic signals have a daily limit; you can lower it at any time, but raising it takes effect tomorrow',
    stop: '“Stop for today” takes effect at once and can’t be undone until midnight',
    chase: '“Chase the outcome” always shows what it costs in dollars and the chance of losing it all',
    pause: 'if the broker reports that you’ve limited your trading, you get no signals',
  },
  rules: {
    title: 'How we judge models',
    lead: 'Five rules, the same for every model. They can’t be changed after the fact.',
    first: 'Record first, result second',
    firstText:
      'A forecast goes into the record before anyone knows whether it came true. Every signal shows its time and fingerprint.',
    second: 'The bar is break\u2011even, not a coin toss',
    secondText:
      'At an 82% payout, more than 54.9% of trades have to win. A 52% win rate sounds decent but loses money.',
    third: 'Every rate comes with an interval',
    thirdText:
      'A single number misleads. We show the 95% interval and call an edge proven only when the whole interval is above break-even.',
    fourth: 'Stated against actual',
    fourthText:
      'If a model says 57%, about 57 in 100 should come true. The calibration chart shows the difference, and it isn’t always in our favour.',
    fifth: 'Chance too low? We say so',
    fifthText:
      'When no pair has the chance that your broker’s payout needs, we show the closest one and what it’s short by. You can take it as practice only, and it’s counted separately.',
    record: 'View the record',
    cards: 'Model cards',
    cardsText:
      'Each card says what data the model learned from, over what period, how it was tested and where its limits are. It’s written when the model is trained. Models that rely on a language model weren’t trained on our data and have no card.',
  },
  team: {
    title: 'The team, by role',
    lead: 'Names will appear here once people agree to show them. No invented faces, no stock photos.',
    models: 'Model research',
    modelsText:
      'Trains and calibrates the models and writes each model’s card: data, period, limits. Makes sure 57% means 57%.',
    prices: 'Data and prices',
    pricesText:
      'Watches the price feed for gaps and delays. Voids a signal with no entry price instead of guessing one.',
    record: 'Record and security',
    recordText: 'Keeps the record intact and signs checkpoints anyone can verify.',
    product: 'The app',
    productText: 'Screens, accessibility, languages. Makes sure a loss is as easy to see as a win.',
    risk: 'Risk and rules',
    riskText: 'Checks our texts for promises we can’t keep. Can stop a release.',
    support: 'Support',
    supportText: 'People, not a bot. They answer in the messenger and by email.',
  },
  closing: {
    title: 'Have doubts? Good',
    text: 'You can read the record without an account. Ask about money, data or models in the chat.',
    record: 'Open the record',
    ask: 'Ask us',
  },
  reviews: {
    title: 'Reviews',
    lead: 'Written by people with at least one settled signal. We check for abuse and advertising before publishing; we don’t filter out disagreement.',
    write: 'Write a review',
    signIn: 'Sign in to write',
    outOf: '{{rating}} of 5',
    empty: 'No reviews yet',
    emptyText: 'We could make up a dozen. We’d rather wait for the first real one.',
    failed: 'Couldn’t load the reviews.',
    more: 'Show more',
    signals: { one: '{{count}} signal', other: '{{count}} signals' },
    form: {
      title: 'Your review',
      rating: 'App rating',
      text: 'Text',
      publish:
        '{{min}} to {{max}} characters, no links, insults or other people’s personal data. By sending it you agree that we publish the text with its date, your number of signals and the first letter of your address. A new review replaces the one before.',
      send: 'Send for review',
      sent: 'Thank you. The review appears here once someone has read it.',
    },
  },
};
