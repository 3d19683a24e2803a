import type { Translation } from '../translation.ts';
import type { tutorialUk } from './uk.ts';

export const tutorialEn: Translation<typeof tutorialUk> = {
  back: 'Back',
  next: 'Next',
  finish: 'Done',
  gotIt: 'Got it',
  start: 'Start',
  close: 'Close the tutorial',
  skip: 'Skip the tutorial',
  skipExplanation: 'Skip the explanation',
  place: '{{step}} of {{steps}}',
  restart: 'Take the tutorial again',
  main: {
    intro: {
      title: 'Your first signal in five steps',
      text: 'We will show you where to choose a model and a time, and where to get the signal. It takes less than a minute, and you can leave whenever you like.',
    },
    models: {
      title: 'Choose a model',
      text: 'Each reads the market in its own way. Look at the bar rather than the number: it shows how sure we are of it.',
    },
    duration: {
      title: 'Choose the expiration time',
      text: 'After so many minutes we compare the price with the entry price. Five minutes will do for the first time.',
    },
    info: {
      title: 'About the model and the risk',
      text: 'Here you can read how the chosen model works, what its percentage means and why losses come in runs.',
    },
    get: {
      title: 'Get the signal',
      text: 'The forecast is recorded before its outcome. If there is no edge, we will say so. Stake no more than 2% of your deposit.',
    },
  },
  manual: {
    pair: {
      title: 'Choose a currency pair',
      text: 'The manual model does not search by itself: it judges the pair that you choose. If there is no edge, it will say so.',
    },
  },
  explain: {
    price: {
      title: 'The price now and at entry',
      text: 'The large number is the last price. Beside it you see how many pips it has moved from your entry.',
    },
    forecast: {
      title: 'Direction and probability',
      text: 'A needle at the horizon means 50%, like a coin. The grey zone does not pay for the losses at the broker’s payout.',
    },
    analytics: {
      title: 'Why this way',
      text: 'Each row is something the model read, and which way it pulled the forecast. Nothing was added afterwards.',
    },
    countdown: {
      title: 'The server keeps the time',
      text: 'When it reaches zero, we compare the price with the entry price. Reload the page, and no time is lost.',
    },
    buttons: {
      title: 'If the signal does not suit you',
      text: 'Is the pair marked OTC at your broker, or have you changed your mind? Reset the signal and take another after it expires. The record keeps it.',
    },
  },
};
