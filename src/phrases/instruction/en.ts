import type { instructionUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const instructionEn: Translation<typeof instructionUk> = {
  description:
    'How to get a signal in six steps: account, broker, balance, model, trade, result. And where people go wrong most often.',
  title: 'How to get a signal',
  lead: 'Six steps, about ten minutes. The app is free; money of your own is needed only on the account at the broker.',
  before:
    '<b>Before you begin.</b> Binary options can take everything you put in. In many countries they may not be sold to private persons. Make your first trades on the broker’s practice account.',
  account: {
    title: 'Create an account and confirm your e-mail',
    time: '2 min',
    text: 'An address and a password are all it takes. The mail with the activation button comes within a minute and works for 24 hours. Not there? Look into the spam folder, and send it again.',
  },
  broker: {
    title: 'Open an account at the broker through our link',
    time: '3 min',
    text: 'The link waits on the “Almost done” page. Then copy the account number from your broker profile and paste it into the field. We never ask for your broker password.',
    note: 'Had an account before? Opened through another link it will not pass: the broker will not tell us of it.',
  },
  money: {
    title: 'Put in at least $10 of your own',
    time: 'seconds to an hour',
    text: 'That is what we need to give you signals. Bonuses do not count, since they mostly cannot be withdrawn. VIP Indicator needs more than $1000, but do not top up only for it.',
    note: 'Do not put in money without which you would not get through the month.',
  },
  choose: {
    title: 'Choose a model and an expiry',
    time: '1 min',
    text: 'Beside each model stand its win rate, the 95% interval and the size of the sample. An interval to the left of break-even means a loss. Where there is no edge there is no signal; then look again in a minute.',
  },
  repeat: {
    title: 'Repeat the trade at the broker while the countdown runs',
    time: 'the first 10 seconds',
    text: 'The same pair, the same direction, the same time. The later you enter, the further your price is from ours. More than 10 seconds late? Better leave it.',
    note: 'A pair marked OTC? Press “Reset signal”: those prices are made by the broker itself.',
  },
  result: {
    title: 'Look at the result, then at the series',
    time: 'every time',
    text: 'One result proves nothing. Look at the last hundred: your history shows whether what was promised comes true for you.',
  },
  mistakes: {
    title: 'Where people go wrong most often',
    late: 'Entering late',
    lateText: 'The edge of a forecast melts by the second: entering a minute later costs you a good part of it.',
    duration: 'Another duration',
    durationText: 'A signal for 5 minutes says nothing about 15.',
    otc: 'An OTC pair',
    otcText: 'OTC prices are not the market prices from which the model reckons.',
    stake: 'Staking everything',
    stakeText: 'Nine losses at 2% take a sixth of the account. At 25% they take more than nine tenths.',
  },
  shot: {
    register: 'Create an account',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign up',
    brokerId: 'Broker account ID',
    check: 'Check the ID',
    own: 'Own funds',
    bonus: 'Bonus',
    notCounted: 'not counted',
    minutes: '{{n}} min',
    get: 'Get a signal',
    up: 'Up',
    loss: 'Loss',
  },
  start: 'Create an account',
  toSignals: 'To the signals',
  aboutRisk: 'Read about risk',
};
