import type { signalFeaturesUk } from '#phrases/signal-features.uk.ts';
import type { Formats } from '../../language/formats.ts';
import type { Translate } from '../../language/phrase-book.ts';

type FeatureKey = keyof typeof signalFeaturesUk;

/** Features that come in several lengths: `rsi_14` is `rsi` over 14 bars. */
const withLength = ['z', 'ema_distance', 'rsi', 'position', 'freshness', 'move', 'efficiency', 'echo'] as const;
type WithLength = (typeof withLength)[number];
type Plain = Exclude<FeatureKey, WithLength>;

const plain: Record<Plain, true> = {
  macd: true,
  macd_histogram: true,
  run: true,
  body: true,
  body_before: true,
  close_place: true,
  jump: true,
  range_now: true,
  range_5_60: true,
  range_60_240: true,
  range_level: true,
  variance_ratio: true,
  still: true,
  day_minute: true,
  hour_minute: true,
  weekday: true,
  stated_probability: true,
  shrinkage_by_record: true,
  forecast_age: true,
};
const isPlain = (feature: string): feature is Plain => Object.hasOwn(plain, feature);

/** The machine's name of a feature in words; a name without words is shown as it is, underscores as spaces. */
export function featureName(feature: string, t: Translate): string {
  if (isPlain(feature)) return t(`features.${feature}`);
  const [, stem, length] = /^(.+)_(\d+)$/.exec(feature) ?? [];
  const key = withLength.find((name) => name === stem);
  return key && length ? t(`features.${key}`, { n: length }) : feature.replaceAll('_', ' ');
}

/** A feature's value as people read it: times and weekdays as such, the rest as numbers. */
export function featureValue(feature: string, value: number, f: Formats): string {
  if (feature === 'weekday') return f.weekday(value === 0 ? 7 : value, 'short');
  if (feature === 'day_minute') return `${Math.floor(value / 60)}:${String(value % 60).padStart(2, '0')}`;
  if (feature === 'forecast_age' || feature === 'shrinkage_by_record') return f.count(value);
  return f.decimal(value, /^(rsi|position|stated)_/.test(feature) ? 1 : 2);
}
