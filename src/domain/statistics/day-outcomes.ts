import { type AiModelKey, aiModelKeys } from '../signals/ai-model.ts';
import { type DaySums, computeTally } from './day-sums.ts';
import { computeCountedFigures, type CountedFigures } from './model-figures.ts';
import type { Outcome } from '../signals/outcome.ts';
import { computeShadowFigures } from './shadow-figures.ts';

type Counts = Pick<CountedFigures, 'total' | Outcome>;

/** Outcomes of a day: of each model with any, and of all of them. */
export interface DayOutcomes {
  readonly models: readonly {
    readonly aiModel: AiModelKey;
    readonly signals: CountedFigures;
    readonly shadow: CountedFigures | null;
  }[];
  readonly signals: Counts;
  readonly shadow: Counts;
}

const counted = ['total', 'successful', 'neutral', 'unsuccessful', 'void'] as const;

export function dayOutcomes(sums: DaySums): DayOutcomes {
  const tally = computeTally(sums);
  const models = aiModelKeys
    .map((aiModel) => {
      const issued = computeShadowFigures([sums.shadow], aiModel)?.issued ?? null;
      return { aiModel, signals: computeCountedFigures(tally[aiModel]), shadow: issued };
    })
    .filter(({ signals, shadow }) => isStated(signals) || (shadow !== null && isStated(shadow)));
  return {
    models,
    signals: sumUp(models.map(({ signals }) => signals)),
    shadow: sumUp(models.flatMap(({ shadow }) => shadow ?? [])),
  };
}

const isStated = (counts: Counts): boolean => counts.total + counts.void > 0;

function sumUp(all: readonly Counts[]): Counts {
  const sum = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
  for (const one of all) for (const name of counted) sum[name] += one[name];
  return sum;
}
