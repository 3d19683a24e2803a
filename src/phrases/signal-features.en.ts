import type { signalFeaturesUk } from './signal-features.uk.ts';
import type { Translation } from './translation.ts';

export const signalFeaturesEn: Translation<typeof signalFeaturesUk> = {
  z: 'Bollinger bands ({{n}}), σ',
  ema_distance: 'Distance to EMA ({{n}})',
  macd: 'MACD (12, 26)',
  macd_histogram: 'MACD histogram (12, 26, 9)',
  rsi: 'RSI ({{n}})',
  position: 'Stochastic ({{n}})',
  freshness: 'Freshness of the extreme ({{n}})',
  move: 'Price change over {{n}} min',
  run: 'Closes in a row one way',
  body: 'Body of the last bar',
  body_before: 'Body of the bar before',
  close_place: 'Place of the close in its bar',
  jump: 'Jump at the bar’s open',
  range_now: 'Range of the last bar',
  range_5_60: 'Range: 5 min against 60 min',
  range_60_240: 'Range: 60 min against 240 min',
  range_level: 'Usual range of the pair',
  efficiency: 'Straightness of the move ({{n}})',
  variance_ratio: 'Variance ratio',
  echo: 'Autocorrelation of changes ({{n}})',
  still: 'Share of unchanged closes',
  day_minute: 'Since the day’s open (17:00 New York)',
  hour_minute: 'Minute of the hour',
  weekday: 'Day of the week',
};
