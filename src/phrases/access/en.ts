import type { accessUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const accessEn: Translation<typeof accessUk> = {
  missing: 'You’re {{amount}} short.',
  unknownBalance: 'We don’t know your balance yet. Checking with the broker.',
  checking: 'Checking your balance',
  check: 'Check balance',
  deposit: 'Go to the broker',
  checkedAt: 'The broker last replied {{time}}.',
  nextAt: 'We’ll check again automatically at {{time}}.',
  stillLow:
    'Unfortunately, your balance is less than {{min}}. If this is not the case, please try checking again later.',
  lost: 'It seems we cannot find your ID. Please reload the page and try again!',
  verified: {
    title: 'Your balance {{balance}} has been verified!',
    text: 'You can use every connected model except the VIP Indicator.',
    textVip: 'You can use every connected model, including the VIP Indicator.',
    go: 'Go to signals',
  },
  paused: {
    title: 'You’re taking a break, and we respect that',
    text: 'The broker told us you’ve limited your trading. While the limit is in place you won’t get signals, whatever your balance.',
    help: 'Where to find support',
    lifts: 'Lifted by',
    liftsWho: 'only the broker, at your request',
    learned: 'We were told',
    quietTitle: 'We won’t send you anything.',
    quietText: 'No signals and no emails inviting you back.',
    talk: 'If you’re tempted to get around the limit, talk to someone today. <a>Free, anonymous help</a> is available online in many languages.',
  },
  away: {
    title: 'The broker isn’t responding',
    text: 'Your balance was last checked {{time}}, and we need to check it at least once a day. Signals will reopen as soon as the broker responds.',
    textLow:
      'At the last check ({{time}}) your balance was {{balance}}. Signals need {{min}}. We’ll update it as soon as the broker responds.',
    textNever: 'Your balance hasn’t been checked yet. Signals will open as soon as the broker responds.',
    tryIn: 'next try in {{time}}',
    tryNow: 'Try now',
    attempts: 'Attempts',
    attempt: 'no response',
    begun: 'started checking',
    worksTitle: 'What works without the broker',
    worksAccount: 'Your account',
    worksRecord: 'The forecast record',
    worksRunning: 'A signal that’s already running',
    note: 'Nothing is wrong with your account. Trades you’ve opened with the broker will close under its own rules, whatever happens here.',
  },
};
