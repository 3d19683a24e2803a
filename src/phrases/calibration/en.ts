import type { Translation } from '../translation.ts';
import type { calibrationUk } from './uk.ts';

export const calibrationEn: Translation<typeof calibrationUk> = {
  title: 'Calibration on this feed',
  none: 'Not yet calibrated on this feed. Until then the model states a conservative probability, and gives no signals in the evening and around 17:00 New York.',
  noneOfAll:
    'No model is calibrated on this feed yet. Until then they state a conservative probability, and no edge in the evening and around 17:00 New York.',
  period:
    '{{from}} to {{to}}, {{number}} forecasts. The edge that the model states (its log-odds) is multiplied by a factor: 1 is the model file’s own, 0 means no edge.',
  table: 'Factors',
  duration: 'Minutes',
  factor: 'Factor',
  interval: '95% interval',
  day: 'day, 03–16 New York',
  evening: 'evening, 20–03 New York',
  rollover: 'rollover, 16–20 New York',
  missing: 'Where a row is missing there are too few forecasts yet: the conservative factor holds there.',
};
