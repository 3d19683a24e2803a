import type { Analytics } from '#contract/signals.ts';
import { isAiModelKey } from '#domain/signals/ai-model.ts';

type Contribution = Analytics['contributions'][number];

/**
 * Five ideas about the market, two kinds of models that read other statements, the age of the forecast,
 * and the rest.
 */
type Idea = 'stretched' | 'turning' | 'volatility' | 'time' | 'pairs' | 'answer' | 'models' | 'age' | 'rest';

/** Features without their length: `z_120` is `z`. */
const featuresByIdea: Readonly<Record<Exclude<Idea, 'models' | 'rest'>, readonly string[]>> = {
  stretched: ['z', 'ema_distance', 'rsi', 'position', 'vote'],
  turning: [
    'macd',
    'macd_histogram',
    'freshness',
    'move',
    'run',
    'body',
    'body_before',
    'close_place',
    'jump',
    'pair_reversion',
  ],
  volatility: ['range', 'range_level', 'efficiency', 'variance_ratio', 'echo', 'still'],
  time: ['day_minute', 'hour_minute', 'weekday'],
  pairs: ['strength', 'strength_z', 'strength_rsi', 'apart', 'apart_level'],
  answer: ['stated_probability', 'shrinkage_by_record'],
  age: ['forecast_age'],
};

const ideaOfStem = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this table are ideas
  Object.entries(featuresByIdea).flatMap(([idea, stems]) => stems.map((stem) => [stem, idea as Idea] as const)),
);

/** `z_120` is `z`, every vote is `vote`, every ratio of ranges is `range`. */
export function getStem(feature: string): string {
  if (feature.startsWith('vote_')) return 'vote';
  if (/^range_(now|\d+_\d+)$/.test(feature)) return 'range';
  return feature.replace(/_\d+$/, '');
}

/** The one idea that a feature belongs to. */
export const getIdea = (feature: string): Idea =>
  isAiModelKey(feature) ? 'models' : (ideaOfStem.get(getStem(feature)) ?? 'rest');

export interface IdeaRow {
  readonly idea: Idea;
  /** Percentage points of P(up): the sum of its features. */
  readonly effect: number;
  /** The feature that contributes most in the direction of the sum. */
  readonly strongest: Contribution;
}

/** One row per idea, largest first; together they have the same sum as the contributions. */
export const groupByIdea = (contributions: readonly Contribution[]): readonly IdeaRow[] =>
  [...Map.groupBy(contributions, ({ feature }) => getIdea(feature))]
    .map(([idea, own]) => toRow(idea, own))
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));

function toRow(idea: Idea, own: readonly Contribution[]): IdeaRow {
  const effect = own.reduce((sum, one) => sum + one.effect, 0);
  const share = (one: Contribution): number => one.effect * (effect < 0 ? -1 : 1);
  const strongest = own.reduce((best, one) => (share(one) > share(best) ? one : best));
  return { idea, effect, strongest };
}
