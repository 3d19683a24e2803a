import type { Translation } from '../translation.ts';
import type { phrases as source } from './uk.ts';

export const phrases: Translation<typeof source> = {
  description: 'How much to stake to survive a losing streak, and a stop for today.',
  lead: 'It’s not about how much you can win. It’s about how much you can survive.',
  stake: {
    title: 'Your stake, {{share}} of your balance',
    rule: 'Your stake under the {{share}} rule',
    of: 'of a balance of {{balance}}',
    slider: 'Share of balance per trade',
    value: '{{share}}: {{stake}}',
    least: 'The broker doesn’t accept less than {{least}}, which is {{share}} of your balance.',
    survives: 'Survives a losing streak of',
    inARow: '{{n}} in a row',
    brokerLeast: 'Broker’s minimum stake',
    makeRule: 'Make this my rule',
    noRule: 'The stake by your rule will be shown next to every signal.',
    ownRule: 'Your rule: {{share}}. The stake is shown next to every signal.',
  },
  unknown: {
    title: 'We don’t know your balance yet',
    text: 'Confirm your broker account ID to see the numbers for your balance.',
    action: 'Enter ID',
  },
  ruin: {
    title: 'Chance of losing almost everything in {{trades}} trades',
    given: 'balance {{balance}}, payout {{payout}}',
    own: 'your signals: {{n}}',
    model: '{{model}} on the record: {{n}}',
    all: 'all models on the record: {{n}}',
    in_turn: '{{model}}, by the clock: {{n}}',
    break_even: 'break-even',
    notMeasured:
      'We don’t know your win rate yet: that takes 100 settled signals. Until then we use the rate that just covers the losses.',
    mid: 'win rate {{percent}} ({{source}})',
    low: 'lower end {{percent}}',
    high: 'upper end {{percent}}',
    axis: 'stake per trade',
    mark: '{{share}}: {{chance}}',
    text: 'Vertical axis: the chance, in percent, that you’re left with less than {{least}} and lose access to signals. At a {{stake}} stake it’s {{chance}}.',
    behind: 'Ending {{trades}} trades with less than you have now: {{chance}}.',
    assumes: 'Assumes independent trades and a constant stake. It’s an exact calculation, not a random simulation.',
    chance: '{{n}} in 100',
    under: 'less than 1 in 100',
    over: 'more than 99 in 100',
    chart:
      'Chance of losing access to signals in {{trades}} trades. Stake {{stake}}: {{chance}}. Stake {{most}}: {{mostChance}}.',
  },
  today: {
    unread: 'Couldn’t load the day.',
    title: 'Today',
    none: 'No settled signals today.',
    results: 'Today: {{won}} won, {{lost}} lost, {{equal}} tied.',
    stop: 'Stop for today',
    zoneKyiv: 'Kyiv time',
    zone: '{{zone}} time',
    stopNote:
      'You’ll get no signals until {{time}}. It can’t be undone, not even by support. The day is counted in {{zone}}.',
    confirm: 'Stop signals for the rest of the day?',
    confirmText:
      'You’ll get no signals until {{time}}, and automatic signals will stop. An open signal will still run to its result. You can’t change your mind later.',
    confirmYes: 'Stop until tomorrow',
    confirmNo: 'Keep signals on',
    asked: '<b>You’ve stopped for today.</b> Signals return at {{time}}.',
  },
  help: { text: 'Does trading no longer feel like a choice?', link: 'Risks and where to get help' },
};
