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
      title: 'Your first signal in five steps',
      text: 'We’ll show you where to choose a model and a time and where to get your signal. It takes under a minute, and you can leave at any point.',
    },
    models: {
      title: 'Choose a model',
      text: 'Each one reads the market in its own way. Check the win rate and how many signals it’s based on: a few signals prove little.',
    },
    duration: {
      title: 'Choose an expiration time',
      text: 'That’s how many minutes later we compare the price with the entry price. Five minutes is a good start.',
    },
    info: {
      title: 'About the model and the risk',
      text: 'Read how the chosen model works, what its percentage means and why losses come in streaks.',
    },
    get: {
      title: 'Get your signal',
      text: 'Your forecast is recorded before its result. If there’s no edge, we’ll tell you. Stake no more than 2% of your deposit.',
    },
  },
  manual: {
    pair: {
      title: 'Choose a currency pair',
      text: 'The manual model doesn’t search by itself: it checks the pair you choose. If there’s no edge, it says so.',
    },
  },
  explain: {
    price: {
      title: 'Current price and entry price',
      text: 'The large number is the latest price. Next to it you see how many pips it has moved from your entry.',
    },
    forecast: {
      title: 'Direction and passability',
      text: 'A needle on the horizon means 50%, a coin toss. In the grey zone, wins don’t cover losses at the broker’s payout.',
    },
    analytics: {
      title: 'Why this direction',
      text: 'Each row is a factor the model read and which way it pushed the forecast. Nothing was added afterwards.',
    },
    countdown: {
      title: 'The server keeps time',
      text: 'When it reaches zero, we compare the price with the entry price. You can reload the page without losing time.',
    },
    buttons: {
      title: 'If the signal doesn’t suit you',
      text: 'Does your broker show the pair as OTC, or have you changed your mind? Reset the signal and get another once it expires. It stays in the record.',
    },
  },
};
