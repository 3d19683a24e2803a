import type { chaseUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const chaseEn: Translation<typeof chaseUk> = {
  button: 'Chase the outcome',
  title: '“Chase the outcome” is a martingale',
  collapse: 'Collapse',
  lead: 'A fresh 2-minute forecast on {{pair}} at twice the stake. The direction may change.',
  leadPractice:
    'A fresh 2-minute forecast on {{pair}}. Practice lost no stake, so the chain begins with its first one.',
  of100: '{{n}} in 100',
  winNow: 'Win at this step, stake {{stake}}',
  winNext: 'Lose, then win, stake {{stake}}',
  lostBoth: 'Lose both steps',
  lostLast: 'Lose the last step',
  stop: 'Stop now',
  stopNote: 'Certain, with no new risk',
  dots: '100 chains like this at {{percent}} a step',
  firstStake: 'First stake of the chain, $',
  mean: 'On average the chain ends at <b>{{mean}}</b>; stopping now leaves you at <b>{{stop}}</b>.',
  measured: '{{model}}’s forecasts come true {{percent}} of the time ({{n}} measured), interval {{low}}–{{high}}.',
  below: 'That’s below break-even, {{breakEven}}.',
  within: 'Break-even, {{breakEven}}, is inside this interval: nothing is proven yet.',
  above: 'That’s above break-even, {{breakEven}}, but doubling the stake doesn’t make a win any likelier.',
  stated: '{{percent}} was the chance {{model}} stated for the lost signal; not measured yet.',
  seen: 'I understand I could lose another {{more}}, {{worst}} in total',
  seenOf: 'I understand I could lose another {{more}}, {{worst}} in total, out of my {{balance}}',
  tooDear:
    'The rest of the chain costs {{rest}}, more than your balance of {{balance}}. Lower the first stake or stop.',
  stopButton: 'Stop',
  go: 'Get a 2-minute signal',
  vanishes: 'This offer ends in {{time}}.',
  off: '<a>Turn off “Chase the outcome”</a>',
  late: 'You had 5 minutes to chase this loss. Time’s up.',
  ended: 'Two in a row is the limit. This chain is over.',
};
