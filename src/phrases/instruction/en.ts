import type { Translation } from '../translation.ts';
import type { phrases as source } from './uk.ts';

export const phrases: Translation<typeof source> = {
  description:
    'How to get a signal in six steps: account, broker, balance, model, trade, result. Plus the most common mistakes.',
  title: 'How to get a signal',
  lead: 'Six steps, about ten minutes. The app is free; the only money you need is in your broker account.',
  before:
    '<b>Before you start.</b> Binary options can take everything you put in. Many countries ban selling them to private individuals. Make your first trades in the broker’s practice account.',
  account: {
    title: 'Create an account and confirm your email',
    time: '2 min',
    text: 'All you need is an email address and a password. The activation email arrives within a minute and works for 24 hours. Can’t see it? Check your spam folder, then send it again.',
  },
  broker: {
    title: 'Open a broker account through our link',
    time: '3 min',
    text: 'You’ll find the link on the “Almost done” page. Then copy the account number from your broker profile and paste it into the field. We never ask for your broker password.',
    note: 'Already have an account? If you opened it through another link, it won’t pass the check: the broker doesn’t report it to us.',
  },
  money: {
    title: 'Deposit at least {{min}} of your own money',
    time: 'seconds to an hour',
    text: 'We need this to give you signals. Bonuses don’t count, because you usually can’t withdraw them. The VIP Indicator needs more than {{vip}}, but don’t top up just for that.',
    note: 'Don’t deposit money you need to get through the month.',
  },
  choose: {
    title: 'Choose a model and an expiration time',
    time: '1 min',
    text: 'Each model shows its win rate, 95% interval and sample size. If the whole interval is to the left of break-even, the model loses money. When no chance is high enough, the page keeps watching: it can ring you, take the signal for you or give the forecast as practice.',
  },
  repeat: {
    title: 'Repeat the trade with your broker during the countdown',
    time: 'while it says “Enter now”',
    text: 'Same pair, same direction, same time. The later you enter, the further your price is from ours. The signal shows how many seconds are left. If it says “Too late”, skip it.',
    note: 'Pair marked OTC? Press “Reset signal”: the broker sets those prices itself.',
  },
  result: {
    title: 'Check the result, then the bigger picture',
    time: 'every time',
    text: 'One result proves nothing. Look at your last hundred: your history shows whether our forecasts come true for you.',
  },
  mistakes: {
    title: 'The most common mistakes',
    late: 'Entering late',
    lateText: 'A forecast’s chance falls every second. A minute later it’s often too low.',
    duration: 'Wrong duration',
    durationText: 'A 5-minute signal says nothing about 15 minutes.',
    otc: 'An OTC pair',
    otcText: 'OTC prices don’t match the market prices the model uses.',
    stake: 'Betting everything',
    stakeText: 'Nine losses at 2% take a sixth of your account. At 25% they take more than nine tenths.',
  },
  shot: {
    register: 'Create an account',
    email: 'Email',
    password: 'Password',
    submit: 'Register',
    brokerId: 'Broker account ID',
    check: 'Check ID',
    own: 'Own funds',
    bonus: 'Bonus',
    notCounted: 'not counted',
    minutes: '{{n}} min',
    up: 'Up',
    loss: 'Loss',
  },
  start: 'Create account',
  aboutRisk: 'Read about the risk',
  tutorial: {
    back: 'Back',
    next: 'Next',
    finish: 'Done',
    gotIt: 'Got it',
    start: 'Start',
    close: 'Close tutorial',
    skip: 'Skip tutorial',
    skipExplanation: 'Skip explanation',
    progress: '{{step}} of {{steps}}',
    steps: {
      intro: {
        title: 'Your first signal, step by step',
        text: 'We’ll show you where to choose a model and a time and where to get your signal. It takes under a minute, and you can leave at any point.',
      },
      models: {
        title: 'Choose a model',
        text: 'Each line says how often the model has a signal and how many of 100 were right in tests: on quotes it had never seen, or live once there are enough results.',
      },
      duration: {
        title: 'Choose an expiration time',
        text: 'That’s how many minutes later we compare the price with the entry price. The one already chosen is a good start.',
      },
      info: {
        title: 'About the model and the risk',
        text: 'Read how the chosen model works, what its percentage means and why losses come in streaks.',
      },
      get: {
        title: 'Get your signal',
        text: 'The card shows the nearest forecast and what it needs. The direction comes with the signal, after it is recorded. If there’s none now, we go on watching. Stake no more than 2% of your deposit.',
      },
      pair: {
        title: 'Choose a currency pair',
        text: 'The manual model doesn’t search by itself: it answers for the pair you choose. The list shows the chance of each pair.',
      },
      price: {
        title: 'The price now',
        text: 'The dashed line on the chart is your entry. The last price before expiry decides.',
      },
      forecast: {
        title: 'Chance, and what it needs',
        text: 'At chance 57, about 43 of 100 such signals lose. “Needs” is the chance from which wins cover losses.',
      },
      analytics: {
        title: 'Why this direction',
        text: 'It shows what the chance is made of: 50 and a few reasons. The forecast was recorded before the result.',
      },
      countdown: {
        title: 'The server keeps time',
        text: 'You can reload the page without losing time.',
      },
      buttons: {
        title: 'If a signal doesn’t suit you',
        text: 'Marked OTC at your broker, or you changed your mind? Reset the signal and take another. It stays in the record.',
      },
    },
  },
  wiki: {
    lead: 'Seven short articles about risk, strategies and indicators.',
    description:
      'Seven articles on binary options: how they work, how to measure risk and what to check in a strategy and a broker. With worked numbers.',
    minutes: '{{minutes}} min read',
    all: 'All articles',
    contents: 'Contents',
    neighbours: 'Other articles',
    previous: 'Previous article',
    next: 'Next article',
    notFound: {
      title: 'Article not found',
      text: 'Its address may have changed. You’ll find every article in one list.',
    },
  },
};
