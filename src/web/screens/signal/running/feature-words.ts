import { aiModelName, isAiModelKey } from '#domain/signals/ai-model.ts';
import type { signalFeaturesUk } from '#phrases/signal-features/uk.ts';
import type { Formats } from '#web/language/formats.ts';
import type { Translate } from '#web/language/phrase-book.ts';

type FeatureKey = keyof typeof signalFeaturesUk;

/** Features with several lengths: `rsi_14` is `rsi` over 14 bars. */
const withLength = [
  'z',
  'ema_distance',
  'rsi',
  'position',
  'freshness',
  'move',
  'efficiency',
  'echo',
  'vote_rsi',
  'strength',
  'apart',
  'strength_z',
  'strength_rsi',
] as const;
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
  vote_stochastic: true,
  vote_williams_r: true,
  vote_stochastic_rsi: true,
  vote_cci: true,
  vote_bollinger: true,
  vote_keltner: true,
  vote_channel: true,
  vote_cmo: true,
  vote_demarker: true,
  vote_ultimate: true,
  vote_setup: true,
  apart_level: true,
  pair_reversion: true,
  forecast_age: true,
};
const isPlain = (feature: string): feature is Plain => Object.hasOwn(plain, feature);

/** Display name of a feature; without one, its key with underscores as spaces. */
export function featureName(feature: string, t: Translate): string {
  // Members of a stack are models: their names are the same in every language.
  if (isAiModelKey(feature)) return aiModelName(feature);
  if (isPlain(feature)) return t(`features.${feature}`);
  const [, stem, length] = /^(.+)_(\d+)$/.exec(feature) ?? [];
  const key = withLength.find((name) => name === stem);
  return key && length ? t(`features.${key}`, { n: length }) : feature.replaceAll('_', ' ');
}

/** Display value of a feature: times and weekdays as such, the rest as numbers. */
export function featureValue(feature: string, value: number, f: Formats): string {
  // A stack shows the forecast of each member, P(up) in percent.
  if (isAiModelKey(feature)) return f.percent(value / 100, 1);
  if (feature.startsWith('vote_')) return value > 0 ? '↑' : value < 0 ? '↓' : '–';
  if (feature === 'weekday') return f.weekday(value === 0 ? 7 : value, 'short');
  if (feature === 'day_minute') return `${Math.floor(value / 60)}:${String(value % 60).padStart(2, '0')}`;
  if (feature === 'forecast_age' || feature === 'shrinkage_by_record') return f.count(value);
  return f.decimal(value, /^(rsi|position|stated)_/.test(feature) ? 1 : 2);
}
