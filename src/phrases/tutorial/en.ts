import type { Translation } from '../translation.ts';
import type { tutorialUk } from './uk.ts';

export const tutorialEn: Translation<typeof tutorialUk> = {
  back: 'Back',
  next: 'Next',
  finish: 'Done',
  gotIt: 'Got it',
  start: 'Start',
  close: 'Close tutorial',
  skip: 'Skip tutorial',
  skipExplanation: 'Skip explanation',
  place: '{{step}} of {{steps}}',
  restart: 'Take the tutorial again',
  main: {
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
  },
  manual: {
    pair: {
      title: 'Choose a currency pair',
      text: 'The manual model doesn’t search by itself: it answers for the pair you choose. The list shows the chance of each pair.',
    },
  },
  explain: {
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
};
