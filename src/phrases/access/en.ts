import type { accessUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const accessEn: Translation<typeof accessUk> = {
  missing: '{{amount}} is missing.',
  unknownBalance: 'The balance is not known yet. We are asking the broker.',
  checking: 'Checking the balance',
  check: 'Check the balance',
  deposit: 'Open the broker',
  checkedAt: 'The broker last answered {{time}}.',
  nextAt: 'The next check comes by itself at {{time}}.',
  stillLow:
    'Unfortunately, your balance is less than {{min}}. If this is not the case, please try checking again later.',
  lost: 'It seems we cannot find your ID. Please reload the page and try again!',
  verified: {
    title: 'Your balance {{balance}} has been verified!',
    text: 'Every connected model is open to you, apart from the VIP Indicator.',
    textVip: 'Every connected model is open to you, including the VIP Indicator.',
    go: 'To the signals',
  },
  paused: {
    title: 'You took a pause, and we respect it',
    text: 'The broker told us that you limited your trading. While the limit holds there are no signals, whatever the balance.',
    help: 'Where to find support',
    lifts: 'Lifted by',
    liftsWho: 'the broker alone, at your request',
    learned: 'We learned it',
    quietTitle: 'We will send you nothing.',
    quietText: 'No signals, and no mails that invite you back.',
    talk: 'If you feel drawn to get around the limit, talk to somebody today. <a>Free anonymous help</a> is online in many languages.',
  },
  away: {
    title: 'The broker does not answer right now',
    text: 'Your balance was last checked {{time}}; it has to be checked once a day at least. As soon as the broker answers, signals open by themselves.',
    textLow:
      'When it last answered, {{time}}, your balance was {{balance}}; signals need {{min}}. As soon as the broker answers, we will know the new one.',
    textNever: 'Your balance has not been checked yet. As soon as the broker answers, signals open by themselves.',
    tryIn: 'next try in {{time}}',
    tryNow: 'Try now',
    attempts: 'Attempts',
    attempt: 'no answer',
    begun: 'began to ask',
    worksTitle: 'What works without the broker',
    worksAccount: 'Your account',
    worksRecord: 'The record of forecasts',
    worksRunning: 'A signal that is already running',
    note: 'This is no fault of your account. Trades that are open at the broker close by its own rules, whatever happens here.',
  },
};
