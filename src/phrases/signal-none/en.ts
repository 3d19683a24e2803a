import type { Translation } from '../translation.ts';
import type { signalNoneUk } from './uk.ts';

/** Why there is no signal with an edge, and what there is instead. */
export const signalNoneEn: Translation<typeof signalNoneUk> = {
  title: 'There are no signals available at the moment, please try again in a minute!',
  noEdge: 'No edge right now',
  noEdgeChase: 'No edge on {{pair}} right now',
  thinHours: 'Low liquidity: no signals for now',
  recentPair: 'The only edge is on a recent pair',
  notCalibrated: 'The model isn’t calibrated here yet',
  titleEdge: 'There is an edge now',
  text: '{{model}}, {{minutes}}: no pair reaches the signal threshold.',
  textBest: 'No model reaches its signal threshold, whatever the expiration time.',
  textPair: '{{pair}} doesn’t reach the signal threshold.',
  textEdge: 'The forecasts have just been updated, and the signal threshold is reached.',
  thin: 'Spreads are wide around 17:00 New York time, so there are no signals in these hours.',
  resumes: 'They return at {{time}} your time ({{zone}}).',
  recent:
    'You had {{pair}} within the last 20 minutes, and no other pair has an edge. It can come again from {{time}}.',
  recentPairs: 'You had the pairs with an edge within the last 20 minutes, and no other pair has one.',
  uncalibratedIn: {
    one: 'This market is calibrated in about {{n}} minute. Until then the model states cautious probabilities.',
    other: 'This market is calibrated in about {{n}} minutes. Until then the model states cautious probabilities.',
  },
  uncalibrated: 'Until the model is calibrated on this market, it states cautious probabilities.',
  best: 'Best now',
  almost: 'less than {{points}} points short of an edge, break-even is {{breakEven}}',
  below: '{{points}} points below break-even {{breakEven}}',
  above: '{{points}} points above break-even {{breakEven}}',
  elsewhere: '{{model}}, {{minutes}} has an edge now: get it',
  practice: 'Take it as practice',
  practiceNote:
    'Practice is a forecast without an edge: don’t stake money on it. It’s recorded before its result and counted separately.',
  notify: 'Tell me when there is an edge',
  notifyIn: {
    one: 'Tell me when there is an edge, about {{n}} minute',
    other: 'Tell me when there is an edge, about {{n}} minutes',
  },
  notifyRare: 'This model gives a signal about every {{n}} h. We watch for one hour.',
  notifyRareAny: 'There is a signal about every {{n}} h. We watch for one hour.',
  change: 'Choose something else',
  tabTitle: 'There is an edge',
  /** Of a signal taken all the same. */
  taken: {
    below:
      'At {{percent}}, wins don’t cover losses: break-even is {{breakEven}}. On average such forecasts lose money.',
    above: '{{percent}} is above break-even {{breakEven}}, but below this model’s threshold, so we claim no edge.',
    watch: 'See how it ends, without a stake.',
  },
};
