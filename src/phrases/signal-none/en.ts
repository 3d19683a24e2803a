import type { Translation } from '../translation.ts';
import type { signalNoneUk } from './uk.ts';

/** Why there is no signal with an edge, and what there is instead. */
export const signalNoneEn: Translation<typeof signalNoneUk> = {
  title: 'There are no signals available at the moment, please try again in a minute!',
  thin: 'Spreads are wide around 17:00 New York time: no signals in these hours.',
  thinUntil: 'Spreads are wide around 17:00 New York time. Signals return at {{time}}.',
  recentPairs: 'You had the ready pairs within the last 20 minutes.',
  uncalibratedIn: {
    one: 'Not calibrated on this market yet: about {{n}} minute to go.',
    other: 'Not calibrated on this market yet: about {{n}} minutes to go.',
  },
  uncalibrated: 'Not calibrated on this market yet.',
  /** Of a signal taken all the same. */
  taken: {
    below:
      'At {{percent}}, wins don’t cover losses: break-even is {{breakEven}}. On average such forecasts lose money.',
    above: '{{percent}} is above break-even {{breakEven}}, but below this model’s threshold, so we claim no edge.',
    watch: 'See how it ends, without a stake.',
  },
};
